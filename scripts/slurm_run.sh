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
shard) # a job of the array
    shards=$2 out=$3
    shift 3
    i=$SLURM_ARRAY_TASK_ID
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
mkdir -p "$out.shards"
# shellcheck disable=SC2086 # the options are several words
array=$(sbatch --parsable ${SBATCH_OPTIONS:-} --job-name=ludometer --array="1-$shards" --requeue --export=ALL \
    --output="$out.shards/%a.log" "$here" shard "$shards" "$out" "$@")
# shellcheck disable=SC2086
merge=$(sbatch --parsable ${SBATCH_OPTIONS:-} --job-name=ludometer-merge --dependency="afterok:${array%%;*}" \
    --kill-on-invalid-dep=yes --export=ALL --output="$out.shards/merge.log" "$here" merge "$shards" "$out")
echo "$shards shards in job ${array%%;*}, their merge in job ${merge%%;*}; the files go to $out"
