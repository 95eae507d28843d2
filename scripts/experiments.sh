#!/usr/bin/env bash
# What the experiments promise, measured: false alarms, a planted change, what pairing and early
# stopping save, and a sweep that is killed and resumed. Writes a table to standard output.
#
# usage: scripts/experiments.sh [PART...]     (alarms planted savings sweep; all of them)
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
[ ${#parts[@]} -gt 0 ] || parts=(alarms planted savings sweep)

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

# A goal of half the cards: the first seat wins a point more.
planted() {
    echo "## A planted change"
    echo
    "$LUDOMETER" compare pure-profit --set-b bank.goal=5 --metrics "seat_win_rate[0]" \
        --precision 0.002 --quiet --force --out "$folder/planted" 2>/dev/null | sed 's/^/    /' | grep -v ' files '
    echo
}

# saving GAME SETTING METRIC: a row.
saving() {
    "$LUDOMETER" compare "$1" --set-b "$2" --metrics "$3" --precision 0.005 --quiet --force --out "$folder/saving" >/dev/null 2>&1
    local file=$folder/saving/compare.csv took fixed
    took=$(field "$file" "$3" games)
    fixed=$(field "$file" "$3" fixed_games)
    printf '| %s | %s | %s | %.3f | %s | %d | %d | %.0f %% | %.2f | %d |\n' "$1" "$2" "$3" \
        "$(field "$file" "$3" difference)" "$(field "$file" "$3" verdict)" "$took" "$fixed" \
        "$((100 * took / fixed))" "$(field "$file" "$3" correlation)" "$(field "$file" "$3" fixed_games_for_found)"
}

savings() {
    echo "## What pairing and early stopping save"
    echo
    echo "Plays a side until the figure is settled (precision 0.5 %), beside a fixed number without pairs that finds a"
    echo "difference as large as the precision in nine of ten cases at the same confidence; the last column is what a"
    echo "fixed number would have been had the difference been known beforehand."
    echo
    echo "| game | change | figure | difference | on B | plays | fixed | share | correlation | fixed, difference known |"
    echo "|---|---|---|---|---|---|---|---|---|---|"
    saving pure-profit deck.steal_one=6 turns
    saving even-odd deck.even.nothing=0 turns
    saving film-rummy deck.basic_copies=3 turns
    saving im-the-boss deck.per_color.reverse=3 turns
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

for part in "${parts[@]}"; do "$part"; done
