#!/bin/sh
# A check in N shards as a Slurm array, and a job that puts them together when
# all have ended well.
#
#   slurm.sh TRACE N
#
# TRACE is on a file system that all nodes have.  The results are in
# TRACE.json and the text report in TRACE.txt.
set -eu
trace=$(realpath "$1") n=$2
parts=$trace.parts
mkdir -p "$parts"
array=$(sbatch --parsable --array="1-$n" --cpus-per-task=1 --mem=8G \
  --output="$parts/%a.log" \
  --wrap="foretrace check '$trace' --shard \$SLURM_ARRAY_TASK_ID/$n -j 1 -q \
    --format json -o '$parts/'\$SLURM_ARRAY_TASK_ID.json")
# Status 66 says that something is certified, which is no failure of the job.
sbatch --parsable --dependency="afterok:$array" --output="$parts/merge.log" \
  --wrap="foretrace merge '$trace' '$parts'/*.json --format json -o '$trace.json'
    [ \$? -eq 66 ] || exit
    foretrace merge '$trace' '$trace.json' -o '$trace.txt'
    [ \$? -eq 66 ]"
