#!/usr/bin/env bash
# Every command on game scripts, as a user types them, in small sizes at the smallest table.
#
# usage: scripts/every_command.sh [--binary target/release/ludometer] [--keep DIR] [--study all] [GAME...]
#
# GAME is the path of a script (default: River Race, Tea Garden, Love Letter and Pure Profit in games/). `study`, whose
# least takes minutes with a slow script, is for the first game only, unless --study all. Runs are also split into
# shards and, where `$PYTHON -c 'import ray'` works (python3), played on Ray: the files must have the same bytes. Ends
# with status 1 if a command ends otherwise than it should, and names it. --keep leaves all output in DIR.
set -uo pipefail
cd "$(dirname "$0")/.."
home=$PWD
binary=target/release/ludometer
out=
python=${PYTHON:-python3}
study=first
while [[ ${1-} == --* ]]; do
    case $1 in
        --binary) binary=$2 ;;
        --keep) out=$2 ;;
        --study) study=$2 ;;
        *) echo "unknown option $1" >&2; exit 2 ;;
    esac
    shift 2
done
[[ -x $binary ]] || { echo "no program at $binary: cargo build --release, or --binary PATH" >&2; exit 2; }
binary=$(realpath "$binary")
[[ $# -gt 0 ]] || set -- games/{river_race,tea_garden,love_letter,pure_profit}.luau
games=()
for game; do games+=("$(realpath "$game")") || exit 2; done
if [[ -z $out ]]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
fi
mkdir -p "$out"
out=$(realpath "$out")
bad=0

# expect STATUS COMMAND...: runs the program; its output goes to a log of its own.
expect() {
    local status=$1 log
    shift
    number=$((number + 1))
    log=$(printf 'log/%02d_%s.txt' $number "$1")
    echo "\$ ludometer $*" > "$log"
    "$binary" "$@" >> "$log" 2>&1 < "${input:-/dev/null}"
    local got=$?
    if [[ $got != "$status" ]]; then
        echo "  status $got, not $status: ludometer $*"
        tail -n 5 "$log" | sed 's/^/    /'
        bad=1
    fi
}

# same FOLDER FOLDER: their CSV files have the same bytes.
same() {
    local file
    for file in "$1"/*.csv; do
        cmp -s "$file" "$2/${file##*/}" || { echo "  other bytes: $file and $2/${file##*/}"; bad=1; }
    done
}

for game in "${games[@]}"; do
    begun=$SECONDS
    name=$(basename "$game" .luau)
    mkdir -p "$out/$name/log"
    cd "$out/$name" || exit 2
    cp "$game" "$name.luau"
    game="$name.luau"
    number=0
    expect 0 validate "$game" --games 10
    # The smallest table: it plays most games in the time.
    few=$(awk '$1 == "players" { getline; print $1; exit }' log/01_validate.txt)
    table=(--bots greedy) alike=(--players "$few" --bots random)
    for ((seat = 1; seat < few; seat++)); do table+=(random); done
    expect 0 rules "$game" -o rules.toml
    key=$(awk -F' = ' '/^\[/ { table = substr($1, 2, length($1) - 2) } /^[a-z_0-9]+ = [0-9]+$/ { print table "." $1 "=" $2; exit }' rules.toml)
    # A whole number of the rules, and one next to it that its range allows.
    value=${key##*=} key=${key%=*}
    other=$((value + 1))
    "$binary" rules "$game" --set "$key=$other" > /dev/null 2>&1 || other=$((value - 1))
    expect 0 strategies "$game"
    expect 0 run "$game" "${table[@]}" --games 200 --analyze --card-precision 20 --per-game --out run --quiet
    expect 0 report run
    expect 0 trace --run run --game 3
    expect 0 trace --run run --game 3 --seat B --from 2 --to 9
    expect 0 trace --run run --game 3 --full
    expect 0 trace --run run --game 3 --jsonl --check-view
    expect 0 review --run run --game 3 --worlds 20 --out review
    expect 0 review --run run --game 3 --decision 0 --worlds 40
    expect 0 watch --run run --game 3 --worlds 20 --out watch.html
    expect 0 watch --run run --game 3 --seat B --worlds 0 --out watch-b.html
    expect 0 review --run run --game 0 --games 3 --worlds 20 --seat A --json
    expect 0 run "$game" "${table[@]}" --games 200 --out plain --per-game --threads 1 --quiet
    for shard in 1 2 3; do
        expect 0 run "$game" "${table[@]}" --games 200 --out "shard$shard" --per-game --shard $shard/3 --quiet
    done
    expect 0 merge shard3 shard1 shard2 --out merged
    same plain merged
    if "$python" -c 'import ray' 2> /dev/null; then
        "$python" "$home/scripts/ray_run.py" "$game" "${table[@]}" --games 200 \
            --per-game --shards 3 --binary "$binary" --out ray --quiet > log/ray.txt 2>&1 || { echo "  Ray failed"; bad=1; }
        same plain ray
    fi
    expect 0 compare "$game" "${alike[@]}" --set-b "$key=$other" --games 4000 --out compare --quiet
    expect 0 report compare
    expect 0 sweep "$game" "${alike[@]}" --vary "$key=$value,$other" --games 100 --out sweep --quiet
    expect 0 report sweep
    low=$((value < other ? value : other)) high=$((value < other ? other : value))
    expect 0 tune "$game" "${alike[@]}" --target turns=1..1000 --move "$key=$low..$high" --minutes 0.4 --out tune --quiet
    expect 0 report tune
    expect 0 check "$game" "${alike[@]}" --gate turns=..100000 --games 4000 --out check --quiet
    expect 3 check "$game" "${alike[@]}" --gate turns=100000.. --games 4000 --quiet
    expect 0 report check
    expect 0 tournament "$game" --players "$few" --bots greedy random --games 120 --out tournament --quiet
    expect 0 report tournament
    if grep -q '^weight(' "$game"; then
        expect 0 train "$game" --players "$few" --games 6144 -o trained.toml --quiet
        expect 0 run "$game" --players "$few" --bots trained.toml --games 20 --out trained --quiet
    else
        expect 2 train "$game" --players "$few" --games 6144 -o trained.toml --quiet
    fi
    yes 1 | head -n 20000 > answers.txt
    input=answers.txt expect 0 play "$game" "${alike[@]}"
    expect 0 audit "$game" --players "$few" --bots mcts:iterations=20 --positions 30 --quiet
    expect 0 bench "$game" --players "$few" --bots random --time 0.2 --threads 1
    if [[ -n $study ]]; then
        expect 0 study "$game" --minutes 0.1 --out study --quiet
        [[ $study == all ]] || study=
    fi
    echo "$name: $number commands in $((SECONDS - begun)) s"
done
exit $bad
