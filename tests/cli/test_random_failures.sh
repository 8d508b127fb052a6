#!/bin/bash
# Random programs with statuses, exceptions, assertions and aborts: no failure is certified
# that an interpreter of all interleavings does not know, and replays see each one
# (tests/cli/random_failures.py).  FT_SEED=N begins at that seed, FT_LONG=1 makes 300.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

count=12
[ -z "${FT_LONG:-}" ] || count=300
run tests/cli/random_failures.py "$(cd "$build" && pwd)" "$work" "${FT_SEED:-1}" "$count"
cat "$work/out"
report "$status" "what is certified can happen"
[ "$(sed -n 's/.*: \([0-9]*\) of [0-9]* failures certified.*/\1/p' "$work/out")" -gt 0 ]
report $? "something is certified"
