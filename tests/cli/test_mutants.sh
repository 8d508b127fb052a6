#!/bin/bash
# Each mutant of scripts/mutate applies to the code as it is, and compiles: after a
# rename it would break nothing, and would count as a survivor only where somebody
# runs 'make mutate'.
. "$(dirname "$0")/lib.sh"

if [ -n "${FT_QUICK-}" ]; then
  skip "the mutants do not depend on the sanitizers"
  exit 0
fi
run env CC=cc bash scripts/mutate --dry
report "$status" "all mutants apply and compile"
mutants=$(sed -n 's/^\([0-9]*\) mutants, 0 survive$/\1/p' "$work/out")
[ "${mutants:-0}" -gt 50 ]
report $? "there are mutants"
