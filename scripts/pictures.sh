#!/usr/bin/env bash
# Draws the pictures of the README: the top of a report page, light and dark, in a headless browser.
# usage: scripts/pictures.sh      (LUDOMETER=path/to/ludometer, CHROMIUM=google-chrome)
set -euo pipefail
cd "$(dirname "$0")/.."
browser=${CHROMIUM:-chromium}
command -v "$browser" >/dev/null || { echo "there is no $browser: apt-get install chromium, or set CHROMIUM" >&2; exit 2; }
if [ -z "${LUDOMETER:-}" ]; then
    cargo build --release --locked --quiet
    LUDOMETER=target/release/ludometer
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$LUDOMETER" run pure-profit --games 20_000 --analyze --quiet --out "$folder/fair" >/dev/null
"$LUDOMETER" report "$folder/fair" >/dev/null
mkdir -p docs/pictures
for scheme in light dark; do
    options=()
    [ $scheme = light ] || options=(--force-dark-mode)
    "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" --window-size=1100,900 \
        "${options[@]}" --screenshot="$PWD/docs/pictures/report-$scheme.png" "file://$folder/fair/report.html" 2>/dev/null
done
