#!/usr/bin/env bash
# Plays a run as a job array of Slurm: one shard a job, then a job that merges them.
#
# usage: scripts/slurm_run.sh SHARDS OUT GAME [options of `ludometer run`]
#        scripts/slurm_run.sh 200 /shared/big pure-profit --games 1e10 --bots greedy
#
# OUT must be on a file system that all machines share. The program is $LUDOMETER (default: the one on the path).
# Further options for sbatch stand in $SBATCH_OPTIONS, such as "--time=1:00:00 --cpus-per-task=8 --partition=short".
# After a failure the same line goes on: finished shards say so and end at once, unfinished ones go on from their
# checkpoints.
set -euo pipefail
program=${LUDOMETER:-ludometer}

case ${1:-} in
shard) # a job of an array, whose first shard is the one after `before`
    shards=$2 out=$3 before=$4
    shift 4
    i=$((before + SLURM_ARRAY_TASK_ID))
    exec "$program" run "$@" --shard "$i/$shards" --threads "${SLURM_CPUS_PER_TASK:-1}" \
        --out "$out.shards/$i" --resume --quiet
    ;;
merge) # the job after the array
    shards=$2 out=$3
    mapfile -t folders < <(seq -f "$out.shards/%.0f" 1 "$shards")
    exec "$program" merge "${folders[@]}" --out "$out" --quiet
    ;;
esac

if [ $# -lt 3 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
    echo "usage: $0 SHARDS OUT GAME [options of \`ludometer run\`]" >&2
    exit 2
fi
shards=$1 out=$2
shift 2
here=$(realpath "$0")

# One game: what can't be played is refused here and now, not in a thousand jobs that nobody looks at.
check=() skip=
for option in "$@"; do
    if [ -n "$skip" ]; then
        skip=
        continue
    fi
    case $option in
    --games | --minutes) skip=yes ;;
    --games=* | --minutes=*) ;;
    *) check+=("$option") ;;
    esac
done
tried=$(mktemp -d)
trap 'rm -rf "$tried"' EXIT
"$program" run "${check[@]}" --games 1 --threads 1 --quiet --out "$tried/one" >/dev/null

# The numbers of an array are below this.
limit=$(scontrol show config 2>/dev/null | sed -n 's/^MaxArraySize *= *\([0-9]*\).*/\1/p')
most=$((${limit:-1001} - 1))
if [ "$most" -lt 1 ]; then
    echo "$0: this Slurm allows no job arrays (MaxArraySize is $limit)" >&2
    exit 1
fi
mkdir -p "$out.shards"
jobs=() after=afterok
for ((before = 0; before < shards; before += most)); do
    count=$((shards - before < most ? shards - before : most))
    # shellcheck disable=SC2086 # the options are several words
    array=$(sbatch --parsable ${SBATCH_OPTIONS:-} --job-name=ludometer --array="1-$count" --requeue --export=ALL \
        --output="$out.shards/%A-%a.log" "$here" shard "$shards" "$out" "$before" "$@")
    jobs+=("${array%%;*}") after+=":${array%%;*}"
done
# shellcheck disable=SC2086
merge=$(sbatch --parsable ${SBATCH_OPTIONS:-} --job-name=ludometer-merge --dependency="$after" \
    --kill-on-invalid-dep=yes --export=ALL --output="$out.shards/merge.log" "$here" merge "$shards" "$out")
echo "$shards shards in job ${jobs[*]}, their merge in job ${merge%%;*}; the files go to $out"
