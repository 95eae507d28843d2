#!/usr/bin/env bash
# Looks at pages of `ludometer report`, `watch` and `train` in a headless browser: no errors on the console, every plot
# drawn inside its frame with no two texts on each other and no name on a point, nothing clipped or too small to read,
# every table sorts by every column, nothing sticks out sideways, every text has the contrast that WCAG AA asks for, all is
# reachable by the keyboard; on a wide screen and on a phone, light and dark. Printed, a page takes two sheets at most.
#
#   scripts/check_page.sh                  pages of every kind and of all games, made for the purpose
#   scripts/check_page.sh PAGE.html...     these pages
#   CHROMIUM=google-chrome scripts/check_page.sh
#   LUDOMETER=target/debug/ludometer scripts/check_page.sh       with this program; else it is built
#
# Exit status: 0 all is well, 1 something isn't, 2 no browser or no page.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
browser=${CHROMIUM:-chromium}
command -v "$browser" >/dev/null || { echo "there is no $browser: apt-get install chromium, or set CHROMIUM" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

look() { # page, width, further options
    local page=$1 width=$2 log="$folder/log" dom="$folder/dom" result
    shift 2
    if ! timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu --user-data-dir="$folder/profile" \
        --enable-logging=stderr --virtual-time-budget=10000 --window-size="1280,1200" "$@" \
        --dump-dom "file://$folder/$width.html" >"$dom" 2>"$log"; then
        echo "$page: the browser failed"
        cat "$log"
        return 1
    fi
    if grep -E ':CONSOLE' "$log"; then
        echo "$page at $width: messages on the console"
        return 1
    fi
    result=$(grep -o 'id="checked"[^>]*>[^<]*' "$dom" | sed 's/^[^>]*>//') || true
    echo "$page at $width${*:+ ($*)}: ${result:-the check did not run}"
    [[ $result == ok* ]]
}

# A page for people at a meeting: two sheets of paper at most.
sheets() { # page
    local page=$1 count
    timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu --user-data-dir="$folder/profile" \
        --no-pdf-header-footer --print-to-pdf="$folder/page.pdf" "file://$(realpath "$page")" 2>/dev/null >&2 || true
    count=$(grep -a -c '/Type /Page$' "$folder/page.pdf") || true
    rm -f "$folder/page.pdf"
    echo "$page printed: ${count:-0} sheets"
    [ "${count:-0}" -ge 1 ] && [ "$count" -le 2 ]
}

pages=("$@")
if [ $# -eq 0 ]; then
    cd "$here/.."
    if [ -z "${LUDOMETER:-}" ]; then
        cargo build --quiet --locked
        LUDOMETER=target/debug/ludometer
    fi
    for game in $("$LUDOMETER" games --json | sed -n 's/^ *"id": "\(.*\)",*$/\1/p'); do
        options=(--bots greedy greedy random)
        # The sections that take plays of their own, where they are quick.
        [ "$game" != pure-profit ] || options=(--skill --card-values --target-length 30..60)
        "$LUDOMETER" run "$game" --games 400 --analyze "${options[@]}" --per-game --quiet --out "$folder/$game" >/dev/null
        "$LUDOMETER" report "$folder/$game" >/dev/null
        pages+=("$folder/$game/report.html")
    done
    experiment() { # name, arguments
        local name=$1
        shift
        # A gate that fails is no fault of the page.
        "$LUDOMETER" "$@" --quiet --out "$folder/$name" >/dev/null 2>&1 || [ -f "$folder/$name/$1.json" ]
        "$LUDOMETER" report "$folder/$name" >/dev/null
        pages+=("$folder/$name/report.html")
    }
    experiment rules compare pure-profit --set-b deck.steal_one=8 --games 4096
    experiment bots compare even-odd --a greedy --b random --bots greedy --games 4096
    experiment gates check pure-profit --gates examples/gates.toml --games 4096
    experiment curve sweep pure-profit --vary deck.steal_one=0..8:2 --games 2000 --metrics leader_gap
    experiment words sweep pure-profit --vary bots=random,greedy --games 500
    experiment map sweep pure-profit --vary deck.steal_one=2..8 --vary deck.steal_two=2..8:2 --games 500
    experiment many sweep even-odd --vary deck.odd.corner=20..28 --vary deck.even.nothing=0..8 --vary players=3,4,5 --samples 20 --games 500
    experiment found tune pure-profit --target examples/targets.toml --games 100_000
    experiment meeting tournament pure-profit --bots greedy random mcts:iterations=20 --games 300
    experiment answers study pure-profit --games 3000 --search-games 64
    experiment long study even-odd --games 2000 --search-games 32
    # Two versions of a design, and all other results below the folder.
    "$LUDOMETER" run pure-profit --games 400 --analyze --set bank.goal=8 --quiet --out "$folder/version" >/dev/null
    "$LUDOMETER" report "$folder" >/dev/null
    pages+=("$folder/index.html")
    # Pages of `watch`.
    for game in pure-profit even-odd greed-street film-rummy im-the-boss games/tic_tac_toe.luau; do
        page=$folder/watch-$(basename "$game" .luau).html
        "$LUDOMETER" watch "$game" --game 0 --worlds 20 --quiet --out "$page" >/dev/null
        pages+=("$page")
    done
    "$LUDOMETER" watch pure-profit --game 0 --seat B --worlds 20 --quiet --out "$folder/watch-seat.html" >/dev/null
    pages+=("$folder/watch-seat.html")
    # The page of a learning curve.
    "$LUDOMETER" train games/kuhn_poker.luau --method regret --rounds 100 --quiet --out "$folder/train-kuhn.toml" >/dev/null
    pages+=("$folder/train-kuhn.curve.html")
fi
for page in "${pages[@]}"; do
    [ -f "$page" ] || { echo "there is no $page" >&2; exit 2; }
    # The page allows no script from elsewhere, so the check goes into a copy of it.
    { cat "$page"; echo "<script>"; cat "$here/check_page.js"; echo "</script>"; } >"$folder/page.html"
    # A window can't be as narrow as a phone: the page stands in a frame of that width, and tells what it found.
    for width in 1280 390; do
        cat >"$folder/$width.html" <<EOF
<!doctype html><body style="margin:0"><iframe src="page.html" style="width:${width}px;height:1200px;border:0"></iframe>
<script>addEventListener("message", (event) => {
  const found = document.createElement("p");
  found.id = "checked";
  found.textContent = event.data;
  document.body.append(found);
});</script>
EOF
    done
    look "$page" 1280 || failed=1
    look "$page" 1280 --force-dark-mode || failed=1
    look "$page" 390 || failed=1
    look "$page" 390 --force-dark-mode || failed=1
    # An index may be of any number of designs, and a game of any length.
    case $page in */index.html | */watch-*.html | */train-*.html) ;; *) sheets "$page" || failed=1 ;; esac
done
exit $failed
