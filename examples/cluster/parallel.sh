#!/bin/sh
# A check in N shards by GNU parallel, here or on several machines over ssh.
#
#   parallel.sh TRACE N [SSHLOGINFILE]
#
# TRACE must be at the same path on every machine, as must foretrace.  Each
# shard uses one worker (-j 1), so that parallel alone says how many run at a
# time.  The results are in TRACE.json, the exit status is that of 'check'.
set -eu
trace=$(realpath "$1") n=$2 hosts=${3:-}
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
set --
# Results of other machines come back beside those of this one.
[ -z "$hosts" ] || set -- --sshloginfile "$hosts" --return '{}.json' --cleanup
cd "$parts"
seq "$n" | parallel "$@" --halt now,fail=1 \
  foretrace check "$trace" --shard "{}/$n" -j 1 -q --format json -o "{}.json"
foretrace merge "$trace" "$parts"/*.json --format json -o "$trace.json" ||
  [ $? -eq 66 ]
foretrace merge "$trace" "$trace.json"
