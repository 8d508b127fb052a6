#!/bin/bash
# OpenMP: every program of tests/programs/openmp, judged as those of
# tests/programs are (test_programs.sh); light builds, and what a report says.
#
#   FT_PROGRAMS='task*' bash tests/cli/test_openmp.sh
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

attempt() {
  FT_BUILD=$build FT_REPLAYS=1 tests/programs/try "$1" >"$work/$(basename "$1").said" 2>&1
  echo $? >"$work/$(basename "$1").ended"
}
export -f attempt
export build work
export FT_MODELS="mcm value path"

programs=()
for program in tests/programs/openmp/${FT_PROGRAMS:-*.c*}; do
  programs+=("$program")
done
thin 8
printf '%s\0' "${programs[@]}" |
  xargs -0 -P "$(nproc)" -n 1 bash -c 'attempt "$1"' attempt
for program in "${programs[@]}"; do
  name=$(basename "$program")
  cp "$work/$name.said" "$work/out"
  : >"$work/err"
  [ "$(cat "$work/$name.ended")" = 0 ]
  report $? "openmp: $name"
done
[ -z "${FT_PROGRAMS:-}" ] || exit 0

# Outside of recordings a program computes what it computes; a light build, too.
for program in for_independent ordered_sum doacross depend_chain threadprivate \
  task_reduction copyprivate target_host taskloop_group nested_regions; do
  for mode in "" --foretrace-light; do
    "$build/bin/foretrace-cc" $mode -w -g -O2 -fopenmp \
      "tests/programs/openmp/$program.c" -o "$work/program" &&
      timeout "$patience" "$work/program" >"$work/out" 2>"$work/err" </dev/null
    report $? "$program runs by itself ${mode:+(a light build)}"
  done
done

# A region that has more members than processors, and regions by the hundred.
cat >"$work/many.c" <<'C'
#include <omp.h>
int main (void) {
  long sum = 0;
  for (int round = 0; round < 100; round++) {
#pragma omp parallel for num_threads(3) reduction(+ : sum)
    for (int i = 0; i < 9; i++)
      sum += i;
  }
#pragma omp parallel num_threads(32) reduction(+ : sum)
  sum += omp_get_num_threads () == 32;
  return sum != 3632;
}
C
"$build/bin/foretrace-cc" -g -O1 -fopenmp "$work/many.c" -o "$work/many"
exits 0 "a hundred regions" "$build/bin/foretrace" run -d "$work/many.run" --model mcm --budget 20 -- "$work/many"

# ---- reports -----------------------------------------------------------------

cp tests/programs/openmp/sum_shared.c "$work/sum.c"
(cd "$work" && "$build/bin/foretrace-cc" -g -O1 -fopenmp sum.c -o sum)
exits 66 "a race" "$build/bin/foretrace" run -d "$work/sum.run" -n 1 -- "$work/sum"
shows '#0 main \[parallel region\]  .*sum.c:' "the region by its function"
shows 'frames of the OpenMP runtime' "frames of the runtime are one line"
