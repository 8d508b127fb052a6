#!/bin/bash
# A race on a path that the run did not take, among many threads, is certified and confirmed.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

FT_BUILD=$build FT_MODELS='mcm value path' tests/programs/try \
  tests/programs/path_many_threads.c >"$work/out" 2>"$work/err"
report $? "a race of thirty threads on a path"
