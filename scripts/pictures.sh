#!/usr/bin/env bash
# Draws the pictures of the README, light and dark, in a headless browser: the first screen of the page of a study, a game to
# watch at its last blunder.
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
mkdir -p docs/pictures
"$LUDOMETER" study pure-profit --minutes 2 --quiet --out "$folder/study" >/dev/null
"$LUDOMETER" watch pure-profit --game 0 --worlds 400 --quiet --out "$folder/watch.html" >/dev/null
blunder=$(grep -o 'data-step="[0-9]*" class="blunder"' "$folder/watch.html" | tail -1 | grep -o '[0-9]*')

# shot NAME PAGE HEIGHT: a picture of the page's first screen in both schemes.
shot() {
    for scheme in light dark; do
        options=()
        [ $scheme = light ] || options=(--force-dark-mode)
        "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" \
            --window-size="1140,$3" "${options[@]}" --screenshot="$PWD/docs/pictures/$1-$scheme.png" "file://$folder/$2" 2>/dev/null
    done
}
shot study study/report.html 760
shot watch "watch.html#$((blunder + 1))" 1040
