#!/usr/bin/env bash
# Which tests take the time: the 30 that take the most processor time, each in a process of its own. How long each step
# of .ci/run takes stands at the end of what that prints.
#
# usage: scripts/timings.sh [FILTER ...]      (filters are those of cargo nextest)
#
# Needs cargo-nextest (cargo install --locked cargo-nextest). All times are in target/timings.tsv: processor time and time
# by the clock in seconds, the binary, the test.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ "${1:-}" = --measure ]; then
    # Called by nextest for each test: runs it and notes its times.
    shift
    case " $* " in *" --list "*) exec "$@" ;; esac
    begun=$EPOCHREALTIME status=0
    "$@" || status=$?
    ended=$EPOCHREALTIME own=$(mktemp)
    times >"$own"
    awk -v begun="$begun" -v ended="$ended" -v binary="$(basename "$1" | sed 's/-[0-9a-f]*$//')" -v name="$3" 'NR == 2 {
        split($1, user, /[ms]/); split($2, sys, /[ms]/)
        printf "%.2f\t%.2f\t%s\t%s\n", 60 * (user[1] + sys[1]) + user[2] + sys[2], ended - begun, binary, name
    }' "$own" >>"$LUDOMETER_TIMES"
    rm -f "$own"
    exit "$status"
fi
cd "$here/.."
export LUDOMETER_TIMES=$PWD/target/timings.tsv
rm -f "$LUDOMETER_TIMES"
runner="target.'cfg(all())'.runner = ['$here/timings.sh', '--measure']"
cargo nextest run --config "$runner" --locked --no-fail-fast --status-level fail --final-status-level fail "$@" || true
sort -rn -o "$LUDOMETER_TIMES" "$LUDOMETER_TIMES"
awk -F'\t' '
    NR == 1 { print "| processor | by the clock | binary | test |"; print "|---:|---:|---|---|" }
    NR <= 30 { printf "| %.1f s | %.1f s | `%s` | `%s` |\n", $1, $2, $3, $4 }
    { total += $1 }
    END { printf "\n%d tests take %.0f s of processor time.\n", NR, total }
' "$LUDOMETER_TIMES"
