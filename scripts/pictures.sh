#!/usr/bin/env bash
# Draws the pictures of the README: parts of a report page, light and dark, in a headless browser.
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
# Findings and the first two plots beside each other: on the page itself, the plots stand below the first screen.
style='header,main{max-width:74rem} main{display:grid;grid-template-columns:1fr 1fr;gap:0 1.2rem} header{display:flex;gap:3rem;padding-top:1.2rem}
main>*{display:none} #findings,#does-the-seat-matter,#how-long-is-a-play{display:block} #findings{grid-row:span 2}
.kind,.findings~*,.lead,figure~figure,details,figcaption{display:none} figure{margin:0} .drawing svg{min-width:0}'
awk -v style="<style>${style//$'\n'/ }</style></head>" '{ sub("</head>", style) } 1' "$folder/fair/report.html" >"$folder/fair/picture.html"
for scheme in light dark; do
    options=()
    [ $scheme = light ] || options=(--force-dark-mode)
    "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" --window-size=1140,800 \
        "${options[@]}" --screenshot="$PWD/docs/pictures/report-$scheme.png" "file://$folder/fair/picture.html" 2>/dev/null
done
