#!/usr/bin/env bash
# Plays every game with random rule sets, numbers of players and bots for a set time, with all checks on, and prints
# what was played and what failed.
#
# usage: scripts/soak.sh [SECONDS] [SEED]      (60 seconds, seed 1)
#
# Each round draws a game, up to four settings from the ranges that its rule file tells, seats and bots. Settings that
# don't go together are refused (exit status 2), which counts as refused; anything but 0 and 2 is a failure. Accepted
# rounds are played twice, whole on two threads and as two shards that are merged, and their files are compared; in every
# eighth the bots are audited as well: none may know what it can't see. The program is built in the profile of the tests,
# with overflow checks and debug assertions ($LUDOMETER: another one).
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60} RANDOM=${2:-1}
ludometer=${LUDOMETER:-target/debug/ludometer}
[ -n "${LUDOMETER:-}" ] || cargo build --quiet
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mapfile -t games < <("$ludometer" games | awk 'NR > 1 { print $1 }')
for game in "${games[@]}"; do
    # key TAB range, such as "deck.value_1<TAB>0..40" or "match.tiebreak<TAB>shared, games_won"
    "$ludometer" rules "$game" | awk '
        /^\[/ { gsub(/[][]/, ""); table = $0 "." }
        /^# Allowed: / { range = $0; sub(/^# Allowed: /, "", range); sub(/\. Default from:.*/, "", range) }
        /^[a-z_0-9]+ = / { print table $1 "\t" range }' >"$folder/$game.keys"
done

# one VALUE of a range.
value() {
    if [[ $1 =~ ^(-?[0-9]+)\.\.(-?[0-9]+)$ ]]; then
        echo $((BASH_REMATCH[1] + RANDOM % (BASH_REMATCH[2] - BASH_REMATCH[1] + 1)))
    else
        local words=()
        IFS=, read -ra words <<<"$1"
        local word=${words[RANDOM % ${#words[@]}]}
        echo "${word// /}"
    fi
}

bots=(random greedy mcts:iterations=3)
rounds=0 refused=0 audits=0 plays=0 failures=0
end=$((SECONDS + seconds))
failed() {
    failures=$((failures + 1))
    echo "FAILED ($1): ludometer run ${*:2}" >&2
    tail -n 2 "$folder/said" >&2
}
while [ $SECONDS -lt $end ]; do
    rounds=$((rounds + 1))
    game=${games[RANDOM % ${#games[@]}]}
    words=("$game")
    mapfile -t keys <"$folder/$game.keys"
    for ((i = RANDOM % 5; i > 0; i--)); do
        IFS=$'\t' read -r key range <<<"${keys[RANDOM % ${#keys[@]}]}"
        words+=(--set "$key=$(value "$range")")
    done
    [ $((RANDOM % 2)) = 0 ] || words+=(--players $((2 + RANDOM % 6)))
    bot=${bots[RANDOM % ${#bots[@]}]}
    count=200
    [ "$bot" != mcts:iterations=3 ] || count=6
    words+=(--bots "$bot" --seed $RANDOM)
    if [ $((rounds % 8)) = 0 ]; then
        status=0
        "$ludometer" audit "${words[@]}" --positions 50 >"$folder/said" 2>&1 || status=$?
        case $status in
        0) audits=$((audits + 1)) ;;
        2) ;;
        *) failed "audit, status $status" "${words[@]}" ;;
        esac
    fi
    words+=(--games "$count" --per-game)
    rm -rf "$folder"/{whole,one,two,merged}
    status=0
    "$ludometer" run "${words[@]}" --threads 2 --quiet --out "$folder/whole" >/dev/null 2>"$folder/said" || status=$?
    case $status in
    0) ;;
    2) refused=$((refused + 1)) && continue ;;
    *) failed "status $status" "${words[@]}" && continue ;;
    esac
    plays=$((plays + 2 * count))
    "$ludometer" run "${words[@]}" --shard 1/2 --quiet --out "$folder/one" >/dev/null 2>"$folder/said" &&
        "$ludometer" run "${words[@]}" --shard 2/2 --quiet --out "$folder/two" >/dev/null 2>>"$folder/said" &&
        "$ludometer" merge "$folder/one" "$folder/two" --quiet --out "$folder/merged" >/dev/null 2>>"$folder/said" ||
        { failed "shards" "${words[@]}" && continue; }
    for file in "$folder"/whole/*.csv; do
        cmp -s "$file" "$folder/merged/$(basename "$file")" || failed "$(basename "$file") differs" "${words[@]}"
    done
done
echo "$rounds rounds, $refused refused, $plays plays, $audits audits, $failures failures"
[ $failures = 0 ]
