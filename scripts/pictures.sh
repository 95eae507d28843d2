#!/usr/bin/env bash
# Draws the pictures of the README, light and dark, in a headless browser: parts of a report page, the first screen of a study,
# a game to watch at its last blunder.
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
main>*{display:none} #findings,#does-the-seat-matter,#how-long-is-a-game{display:block} #findings{grid-row:span 2}
.kind,.findings~*,.lead,figure~figure,details,figcaption{display:none} figure{margin:0} .drawing svg{min-width:0}'
awk -v style="<style>${style//$'\n'/ }</style></head>" '{ sub("</head>", style) } 1' "$folder/fair/report.html" >"$folder/fair/picture.html"
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
shot report fair/picture.html 800
shot study study/report.html 760
shot watch "watch.html#$blunder" 1040
