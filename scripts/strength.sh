#!/usr/bin/env bash
# How strong are the bots? One seat of each against greedy or random ones, in every game, as a table.
#
# usage: scripts/strength.sh [PLAYS] [GAME...]     (200 plays a row, all games)
set -euo pipefail
cd "$(dirname "$0")/.."
plays=${1:-200}
shift || true
cargo build --release --quiet
ludometer=target/release/ludometer
games=("$@")
[ ${#games[@]} -gt 0 ] || mapfile -t games < <("$ludometer" games | awk 'NR > 1 { print $1 }')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# row GAME SEATS PLAYS BOT OTHERS: one BOT, the other seats OTHERS.
row() {
    local others=()
    for ((i = 1; i < $2; i++)); do others+=("$5"); done
    "$ludometer" run "$1" --players "$2" --bots "$4" "${others[@]}" --games "$3" \
        --timing --quiet --force --out "$folder/run" >/dev/null
    awk -F, -v game="$1" -v seats="$2" -v others="$5" 'NR == 2 {
        sub("\r", "", $NF)
        printf "| %s | %d | %s | %s | %d | %.1f %% | %.1f to %.1f %% | %.1f %% | %.3f |\n",
            game, seats, $1, others, $2, 100 * $4, 100 * $5, 100 * $6, 100 * $7, $NF / 1000
    }' "$folder/run/strategies.csv"
}

echo "| game | seats | bot | against | plays | win rate | 95 % interval | fair | ms a decision |"
echo "|---|---|---|---|---|---|---|---|---|"
for game in "${games[@]}"; do
    few=2
    [ "$game" = im-the-boss ] && few=3
    for seats in "$few" 4; do
        row "$game" "$seats" $((plays * 25)) greedy random
        row "$game" "$seats" "$plays" mcts greedy
    done
done
