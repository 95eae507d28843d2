#!/usr/bin/env bash
# What the experiments promise, measured: false alarms, a planted change, what pairing and early
# stopping save, a sweep that is killed and resumed, and counts that meet targets. Writes tables to
# standard output.
#
# usage: scripts/experiments.sh [PART...]     (alarms planted savings sweep tune; all of them)
#        LUDOMETER=path/to/ludometer scripts/experiments.sh alarms
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${LUDOMETER:-}" ]; then
    cargo build --release --quiet
    LUDOMETER=target/release/ludometer
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(alarms planted savings sweep tune)

# field FILE METRIC COLUMN: one field of a comparison.
field() {
    awk -F, -v metric="$2" -v column="$3" '
        NR == 1 { sub("\r", ""); for (i = 1; i <= NF; i++) at[$i] = i }
        NR > 1 && $1 == metric { sub("\r", ""); print $at[column] }' "$1"
}

# Equal rules on both sides, numbers of their own, looked at after every tenth more: how often is
# any of three figures called different?
alarms() {
    local runs=${RUNS:-400} alarms=0
    for ((seed = 1; seed <= runs; seed++)); do
        "$LUDOMETER" compare pure-profit --players 2 --set bank.goal=4 --unpaired --seed "$seed" --max-games 20_000 --precision 1e-9 \
            --metrics turns leader_gap "seat_win_rate[0]" --quiet --force --out "$folder/alarms" >/dev/null
        if grep -qE ',(larger|smaller),' "$folder/alarms/compare.csv"; then alarms=$((alarms + 1)); fi
    done
    echo "## False alarms"
    echo
    echo "Pure Profit, 2 players, a goal of 4, greedy, the same rules on both sides without common numbers, three figures (turns,"
    echo "leader_gap, seat_win_rate[0]), looked at from 2,048 to 20,000 plays at every tenth more, 95 % confidence:"
    echo "**$alarms of $runs** comparisons called any of them different (allowed: $((runs / 20)))."
    echo
}

# Fewer cards of value 1 and more of those that end a turn: the first seat wins about a point less.
planted() {
    echo "## A planted change"
    echo
    "$LUDOMETER" compare pure-profit --set-b deck.value_1=2 --set-b deck.bankrupt_lowest=10 \
        --set-b deck.bankrupt_highest=10 --metrics "seat_win_rate[0]" \
        --precision 0.002 --quiet --force --out "$folder/planted" 2>/dev/null | sed 's/^/    /' | grep -v ' files '
    echo
}

# pairing GAME SETTING METRIC: a row. First how large the difference is and what a fixed design would
# be (the second figure never settles, so that all plays are done; each figure has half of 0.1), then
# how soon the sequential design finds it, over 20 seeds.
pairing() {
    local out=$folder/pairing file=$folder/pairing/compare.csv options=(--set-b "$2" --quiet --force --precision 1e-9)
    local fixed difference correlation sum=0 right=0 seed seeds=${SEEDS:-20}
    "$LUDOMETER" compare "$1" "${options[@]}" --metrics "$3" unfinished --confidence 0.9 --max-games 65_536 \
        --seed 1000 --out "$out" >/dev/null 2>&1
    fixed=$(field "$file" "$3" fixed_games_for_found)
    difference=$(field "$file" "$3" difference)
    correlation=$(field "$file" "$3" correlation)
    for ((seed = 0; seed < seeds; seed++)); do
        "$LUDOMETER" compare "$1" "${options[@]}" --metrics "$3" --max-games 1_000_000 --seed "$seed" --out "$out" >/dev/null 2>&1
        sum=$((sum + $(field "$file" "$3" games)))
        case $difference,$(field "$file" "$3" verdict) in -*,smaller | [0-9]*,larger) right=$((right + 1)) ;; esac
    done
    printf '| %s | %s | %s | %.3f | %.2f | %d | %d | **%.0f %%** | %d of %d |\n' "$1" "$2" "$3" "$difference" \
        "$correlation" "$fixed" "$((sum / seeds))" "$((100 * sum / seeds / fixed))" "$right" "$seeds"
}

savings() {
    echo "## What pairing and early stopping save"
    echo
    echo "One card more or less. A fixed design without pairs, given the difference beforehand,"
    echo "finds it in nine of ten cases at 95 % confidence with so many plays a side (difference, spread and correlation from"
    echo "65,536 plays a side, seed 1000). The paired plays know nothing of it and stop as soon as it is certain: mean of"
    echo "${SEEDS:-20} seeds, and in how many of them the verdict was the right one."
    echo
    echo "| game | change | figure | difference | correlation | fixed, unpaired | sequential, paired | share | right |"
    echo "|---|---|---|---|---|---|---|---|---|"
    pairing pure-profit deck.steal_one=5 turns
    pairing even-odd deck.odd.burn_100=8 turns
    pairing even-odd deck.even.nothing=7 turns
    pairing film-rummy deck.action.spy=3 turns
    echo
}

# 7 x 7 counts of Pure Profit, killed in the middle, resumed, compared with one that wasn't.
sweep() {
    local games=${GAMES:-20000}
    local command=("$LUDOMETER" sweep pure-profit --vary deck.steal_one=2..8 --vary deck.steal_two=2..8
        --games "$games" --quiet)
    local begun=$SECONDS
    "${command[@]}" --out "$folder/killed" >/dev/null 2>&1 &
    local pid=$!
    while [ "$(find "$folder/killed/cells" -name '0*.json' 2>/dev/null | wc -l)" -lt 20 ]; do sleep 0.2; done
    kill -9 "$pid"
    wait "$pid" 2>/dev/null || true
    local kept
    kept=$(find "$folder/killed/cells" -name '0*.json' | wc -l)
    find "$folder/killed/cells" -name '0*.json' -printf '%f %i %T@\n' | sort >"$folder/before"
    "${command[@]}" --out "$folder/killed" --resume >/dev/null 2>&1 &
    pid=$!
    sleep 1
    find "$folder/killed/cells" -name '0*.json' -printf '%f %i %T@\n' 2>/dev/null | sort >"$folder/after" || true
    local again
    again=$(comm -23 "$folder/before" "$folder/after" | wc -l)
    wait "$pid"
    local took=$((SECONDS - begun))
    "${command[@]}" --out "$folder/whole" >/dev/null 2>&1
    local same=yes
    for file in sweep.csv effects.csv elasticities.csv; do
        cmp -s "$folder/killed/$file" "$folder/whole/$file" || same=no
    done
    echo "## A sweep, killed and resumed"
    echo
    echo "49 rule sets of Pure Profit, 4 players, greedy, $games plays each: killed with kill -9 when $kept were done,"
    echo "resumed with --resume: $again of these were played again; both parts took $took s on $(nproc) cores."
    echo "All files equal those of a sweep that was never killed: **$same**."
    echo
}

# figures DIR: turns, and each seat's win rate less the fair share, of a run.
figures() {
    awk -F, 'NR > 1 && $1 == "turns" { printf "%.2f", $2 }' "$1/summary.csv"
    awk -F, 'NR > 1 { rate[NR - 2] = $4; low[NR - 2] = $5; high[NR - 2] = $6; n = NR - 1 }
        END { for (i = 0; i < n; i++)
            printf " | %+.2f (%+.2f to %+.2f)", 100 * (rate[i] - 1 / n), 100 * (low[i] - 1 / n), 100 * (high[i] - 1 / n) }' "$1/seats.csv"
}

# tuned GAME TARGETS: the search, and its rule file in another run beside the printed rules.
tuned() {
    echo "### $1, \`$2\`"
    echo
    "$LUDOMETER" tune "$1" --target "$2" --quiet --force --out "$folder/tuned" | sed 's/^/    /' | grep -v ' files ' || true
    echo
    echo "| rules | turns | seat 0, points | seat 1 | seat 2 | seat 3 |"
    echo "|---|---|---|---|---|---|"
    local rules
    for rules in printed tuned; do
        local options=(--games 400_000 --seed 20_000 --quiet --force --out "$folder/verified")
        if [ "$rules" = tuned ]; then
            [ -f "$folder/tuned/best.toml" ] || { echo "| none was found | | | | | |"; continue; }
            options+=(--rules "$folder/tuned/best.toml")
        fi
        "$LUDOMETER" run "$1" "${options[@]}" >/dev/null
        echo "| $rules | $(figures "$folder/verified") |"
    done
    echo
}

# Targets that the printed rules miss.
tune() {
    echo "## Counts that meet targets"
    echo
    echo "\`tune\` with greedy bots in four seats and seed 0; then 400,000 plays of \`run\` with another seed (20000) with the"
    echo "rule file that it wrote. Of each seat the win rate less the fair share, in points, with its 95 % interval."
    echo
    tuned pure-profit examples/targets.toml
    tuned even-odd examples/targets-even-odd.toml
}

for part in "${parts[@]}"; do "$part"; done
