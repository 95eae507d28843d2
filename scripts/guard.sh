#!/usr/bin/env bash
# Has the hot loop become slower? Instructions of fixed batches and searches of every game, counted by
# valgrind's callgrind and held against scripts/guard.tsv. A count repeats where a time doesn't: on a
# busy machine, on another one.
#
# usage: scripts/guard.sh [--release]            fails if a count is more than 3 % above (or below) its figure
#        scripts/guard.sh [--release] --accept   writes the counts found as the new figures
#
# The program is that of the tests, which is there for each change; with --release it is that of a release, every night.
# Counted are the instructions of the program's own code: not those of the C library, which picks its routines by the
# processor. What else changes them is the compiler: rust-toolchain.toml and the figures name its version, and with
# another one the counts are shown but not held.
#
# Starting the program, reading the rules and writing the files of one play is a row of its own
# (`start`), and taken off the others: what grows there must not pass for a slower loop, nor hide one.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=dev
if [ "${1:-}" = --release ]; then
    profile=release
    shift
fi
figures=scripts/guard.tsv
tolerance=3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

command -v valgrind >/dev/null || { echo "guard.sh needs valgrind (apt-get install valgrind)" >&2; exit 1; }
if [ -z "${LUDOMETER:-}" ]; then
    cargo build --profile "$profile" --locked --quiet
    LUDOMETER=target/${profile/dev/debug}/ludometer
fi
compiler=$(rustc --version)

# Game, bot, plays: up to 100 million instructions each.
batches() {
    cat <<'END'
pure-profit	start	1
pure-profit	random	200
pure-profit	greedy	400
pure-profit	mcts:iterations=20	1
even-odd	start	1
even-odd	random	200
even-odd	greedy	150
even-odd	mcts:iterations=20	1
greed-street	start	1
greed-street	random	160
greed-street	greedy	100
greed-street	mcts:iterations=20	1
film-rummy	start	1
film-rummy	random	80
film-rummy	greedy	150
film-rummy	mcts:iterations=20	1
im-the-boss	start	1
im-the-boss	random	200
im-the-boss	greedy	15
im-the-boss	mcts:iterations=2	1
END
}

# count GAME BOT PLAYS: instructions in the program's own code.
count() {
    local raw=$folder/callgrind.out bot=$2
    if [ "$bot" = start ]; then bot=random; fi
    valgrind --quiet --tool=callgrind --callgrind-out-file="$raw" \
        "$LUDOMETER" run "$1" --bots "$bot" --games "$3" --threads 1 --seed 1 --quiet --force \
        --out "$folder/run" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; return 1; }
    # The profile lists self costs by object; the line after `calls=` is the cost of what was called.
    awk -v program="/$(basename "$LUDOMETER")" '
        /^c?ob=/ {
            # A name stands beside its number the first time, be it as caller or as called.
            match($0, /\([0-9]+\)/); id = substr($0, RSTART, RLENGTH)
            name = substr($0, RSTART + RLENGTH + 1)
            if (name != "") names[id] = name
            if (/^ob=/) own = substr(names[id], length(names[id]) - length(program) + 1) == program
        }
        /^calls=/ { skip = 1; next }
        /^[0-9+*-]/ { if (!skip && own) sum += $2; skip = 0 }
        END { printf "%.0f\n", sum }
    ' "$raw"
}

# Two at a time: a count does not mind the neighbour.
jobs=$(nproc)
number=0
while IFS=$'\t' read -r game bot plays; do
    number=$((number + 1))
    (
        folder=$folder/$number
        mkdir "$folder"
        trap - EXIT
        if found=$(count "$game" "$bot" "$plays"); then
            printf '%s\t%s\t%s\t%s\n' "$game" "$bot" "$plays" "$found" >"$folder.row"
        fi
    ) &
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || true; done
done < <(batches)
wait
for ((i = 1; i <= number; i++)); do
    [ -f "$folder/$i.row" ] || { echo "a batch failed: see above" >&2; exit 1; }
    cat "$folder/$i.row"
done | awk -F'\t' '
    $2 == "start" { start[$1] = $4; print; next }
    { printf "%s\t%s\t%s\t%.0f\n", $1, $2, $3, $4 - start[$1] }
' >"$folder/found.tsv"

if [ "${1:-}" = --accept ]; then
    touch "$figures"
    {
        echo "# Instructions by scripts/guard.sh, $compiler"
        awk -F'\t' -v profile="$profile" '!/^#/ && $1 != profile' "$figures"
        sed "s/^/$profile\t/" "$folder/found.tsv"
    } >"$folder/accepted.tsv"
    cp "$folder/accepted.tsv" "$figures"
    echo "accepted:"
    cat "$figures"
    exit 0
fi

held=yes
if [ ! -f "$figures" ]; then
    held=no
    echo "# none yet" >"$folder/none.tsv"
    figures=$folder/none.tsv
    echo "NOTE: there are no figures yet: shown, not held. Accept them: scripts/guard.sh --accept"
elif ! grep -qF "$compiler" "$figures"; then
    held=no
    echo "NOTE: the figures are of $(sed -n '1s/.*guard.sh, //p' "$figures"), this is $compiler:"
    echo "NOTE: shown, not held. Accept new ones with it: scripts/guard.sh --accept"
fi
awk -F'\t' -v profile="$profile" -v tolerance="$tolerance" -v held="$held" '
    /^#/ { next }
    NR == FNR { if ($1 == profile) figure[$2 "\t" $3 "\t" $4] = $5; next }
    {
        key = $1 "\t" $2 "\t" $3
        if (!(key in figure)) { verdict = "no figure"; change = 0; bad++ }
        else {
            change = 100 * ($4 / figure[key] - 1)
            verdict = "ok"
            if (change > tolerance) { verdict = "SLOWER"; bad++ }
            if (change < -tolerance) { verdict = "FASTER"; bad++ }
        }
        printf "%-13s %-20s %5d plays %14.0f instructions %+7.2f %%  %s\n", $1, $2, $3, $4, change, verdict
    }
    END {
        if (bad && held == "yes") {
            printf "%d counts are off by more than %d %%. Meant? scripts/guard.sh --accept, and say why in the commit.\n", bad, tolerance
            exit 1
        }
    }
' "$figures" "$folder/found.tsv"
