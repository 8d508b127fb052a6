#!/bin/bash
# Posts that a wait needs whatever the order of the rest: no solver is asked.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

for name in semaphore_token semaphore_inherited; do
  cp "tests/programs/$name.c" "$work"
  build_program "$name"
  "$foretrace" record -q -o "$work/$name.run" -- "$work/$name"
  run "$foretrace" check "$work/$name.run" -q --model mcm --format json -o "$work/$name.json"
  run jq -e '.races | length > 0 and all (.verdict == "refuted" and .certifier == "graph")' \
    "$work/$name.json"
  report "$status" "$name: all pairs are impossible by the units that there are"
done
