#!/bin/bash
# Programs whose threads are ordered by what no record of theirs shows
# (tests/boundary): where a call that looks at a change orders two writes, no
# race is certified; where it does not, the race is.  Some cases of each class
# and those that went wrong once; all of them with FT_LONG, those of a pattern with
#
#   FT_BOUNDARY='libc-get*' bash tests/cli/test_boundary.sh
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

chosen=(-e 12 -f 5)
[ -z "${FT_QUICK-}" ] || chosen=(-e 48 -f 5)
[ -z "${FT_LONG-}" ] || chosen=()
[ -z "${FT_BOUNDARY-}" ] || chosen=(-n "$FT_BOUNDARY")
mkdir "$work/programs"
tests/boundary/generate "${chosen[@]}" "$work/programs" || exit 1
went_wrong="members-cerr_rdbuf members-stream_sputn libc-mutexattr names-self
  names-stack files-getc_unlocked files-longer_pwrite files-private_beside
  files-sbrk files-place_below"
[ -z "${FT_BOUNDARY-}" ] || went_wrong=
for case in $went_wrong; do
  tests/boundary/generate -n "$case*" "$work/programs" || exit 1
done

# attempt PROGRAM: leaves what 'try' says, and how it ended.
attempt() {
  FT_BUILD=$build FT_REPLAYS=1 tests/programs/try "$1" >"$1.said" 2>&1
  echo $? >"$1.ended"
}
export -f attempt
export build
export FT_MODELS="mcm value path"

programs=("$work"/programs/*.c*)
printf '%s\0' "${programs[@]}" |
  xargs -0 -P "$(nproc)" -n 1 bash -c 'attempt "$1"' attempt

# A program with the tag OPEN is known to be certified falsely.
for program in "${programs[@]}"; do
  cp "$program.said" "$work/out"
  : >"$work/err"
  name="boundary: $(basename "$program")"
  if grep -q '^// OPEN' "$program"; then
    echo "# open: $(basename "$program"), exit status $(cat "$program.ended")"
    continue
  fi
  [ "$(cat "$program.ended")" = 0 ]
  report $? "$name"
done
