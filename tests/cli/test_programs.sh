#!/bin/bash
# Every program of tests/programs, from one recording each: the races that it
# states are certified and confirmed by replay, and nothing else is reported.
# FT_MODELS are those that recordings are asked under: a race that is stated for
# another one may be missing, and is counted in the last lines.
#
#   FT_PROGRAMS='std_*.cc rwlock*' bash tests/cli/test_programs.sh
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# attempt PROGRAM: leaves what 'try' says, and how it ended.
attempt() {
  FT_BUILD=$build tests/programs/try "$1" >"$work/$(basename "$1").said" 2>&1
  echo $? >"$work/$(basename "$1").ended"
}
export -f attempt
export build work
export FT_MODELS=${FT_MODELS:-mcm value} FT_PLAIN=1

programs=()
# Patterns of tests/programs, not of what lies here.
read -ra patterns <<<"${FT_PROGRAMS:-*.c *.cc}"
for pattern in "${patterns[@]}"; do
  for program in tests/programs/$pattern; do
    [ -f "$program" ] && programs+=("$program")
  done
done

thin 12

# Not below two at a time: much of a program's time is waiting.
at_once=$(nproc)
[ "$at_once" -ge 2 ] || at_once=2
printf '%s\0' "${programs[@]}" |
  xargs -0 -P "$at_once" -n 1 bash -c 'attempt "$1"' attempt

for program in "${programs[@]}"; do
  name=$(basename "$program")
  cp "$work/$name.said" "$work/out"
  : >"$work/err"
  [ "$(cat "$work/$name.ended")" = 0 ]
  report $? "programs: $name"
done

for model in value path; do
  counted=$(cat "$work"/*.said | awk -v model="$model:" '
    $1 == model { found += $3; all += $5 } END { print found + 0, all + 0 }')
  echo "# races under $model: ${counted% *} of ${counted#* } found"
done
