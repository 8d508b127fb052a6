#!/bin/bash
# The slow twin of prediction: of each program of tests/programs that says TINY
# all interleavings are executed for real (tests/model/interleavings.h).  The
# races that it states, under whatever model, are those that occur, no more and
# no fewer; test_programs.sh certifies nothing that is not stated.
#
#   FT_PROGRAMS='relaxed_*' bash tests/cli/test_interleavings.sh
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi
most_runs=1500

# stated PROGRAM: "race 12 19" for each pair of lines, whatever its model.
stated() {
  sed -n -E -e '/^\/\//!q' -e 's,^// RACE( [a-z]+)?: *,,p' "$1" |
    awk '{ print "race", ($1 < $2 ? $1 " " $2 : $2 " " $1) }' | sort -u
}

# explore PROGRAM: leaves what differs in NAME.differs, nothing if all is well.
explore() {
  local program=$1 name at
  name=$(basename "$program") at=$work/$(basename "$program")
  FT_BUILD=$build tests/programs/built "$program" "$at.bin" 2>"$at.differs" || return
  "$build/test/interleave" -r $most_runs -s "$patience" "$at.bin" \
    >"$at.found" 2>>"$at.differs" || tail -n 1 "$at.found" >>"$at.differs"
  rm "$at.bin"
  diff <(stated "$program") <(sed '$d' "$at.found" | sort) |
    sed -n -e 's/^< /stated, but never occurs: /p' -e 's/^> /occurs: /p' \
      >>"$at.differs"
}
export -f explore stated
export build work most_runs

programs=()
# Patterns of tests/programs, not of what lies here.
read -ra patterns <<<"${FT_PROGRAMS:-*.c *.cc}"
for pattern in "${patterns[@]}"; do
  for program in tests/programs/$pattern; do
    grep -qs '^// TINY$' "$program" && programs+=("$program")
  done
done
thin 8

printf '%s\0' "${programs[@]}" |
  xargs -0 -P "$(nproc)" -n 1 bash -c 'explore "$1"' explore

for program in "${programs[@]}"; do
  name=$(basename "$program")
  cp "$work/$name.differs" "$work/out"
  : >"$work/err"
  [ ! -s "$work/out" ] && grep -q '^whole' "$work/$name.found"
  report $? "all interleavings: $name"
done
awk '{ runs += $2 } END { print "# " runs + 0 " runs" }' FS='[^0-9]+' \
  <(grep -h '^whole\|^part' "$work"/*.found)
