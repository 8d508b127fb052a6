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

# Iterations that one thread executed, on two threads in another recording.
cat >"$work/ways.c" <<'C'
int own[8], fixed[8], shared[8], halves[8], order, sum;
int main (void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 8; i++)
      fixed[i % 4] = i; // always on one thread
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < 8; i++)
      own[i / 2] = i; // always in one chunk
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < 8; i++)
#pragma omp ordered
      order = i;
#ifdef RACY
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 8; i++)
      shared[i % 4] = i; // line 18
#endif
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 8; i++) {
#ifdef RACY
    halves[i / 2] = 1;
#endif
    sum += i;
  }
  return order != 7 || sum != 28;
}
C
"$build/bin/foretrace-cc" -g -fopenmp "$work/ways.c" -o "$work/ways" &&
  "$build/bin/foretrace-cc" -g -fopenmp -DRACY "$work/ways.c" -o "$work/ways-racy"
report $? "programs whose loops may be dealt out in several ways"
exits 0 "no way of dealing out races" \
  "$foretrace" run --suite openmp -d "$work/ways-free" -n 1 -- "$work/ways"
shows '^4 ways, 4 recorded, 0 findings' "four ways were tried"
exits 66 "another way of dealing out races" \
  "$foretrace" run --suite openmp -d "$work/ways-found" -n 1 -- "$work/ways-racy"
shows '^exit 0 +0 findings +way 1 of 4$' "not the first one"
shows "data race on 'shared.*ways.c:18:.*; in 1 way: way 2 of 4" "iterations of a chunk's turn, by another turn"
shows "data race on 'halves.*; in 3 ways: way 2 of 4, way 3 of 4, way 4 of 4" \
  "iterations of one block, by a larger team"
second=$(ls -d "$work"/ways-found/002-*)
exits 66 "the recording of that way" "$foretrace" report "$second"
exits 0 "it is replayed as it was recorded" "$foretrace" replay "$second" R1 -n 1

# Each way executes every iteration once; any two are on different threads in some way.
cat >"$work/dealt.c" <<'C'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int owner[256], times[256];
int main (int argc, char **argv) {
  int count = atoi (argv[2]), singles = 0, wrong = 0;
#pragma omp parallel num_threads(atoi (argv[1]))
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < count; i++)
      owner[i] = omp_get_thread_num (), times[i]++;
    for (int i = 0; i < count; i++)
#pragma omp single
      singles++;
  }
  for (int i = 0; i < count; i++) {
    wrong += times[i] != 1;
    printf ("%d\n", owner[i]);
  }
  return wrong || singles != count;
}
C
"$build/bin/foretrace-cc" -g -fopenmp "$work/dealt.c" -o "$work/dealt"
for size in "2 16" "3 81" "4 256" "7 256"; do
  ok=0
  for way in 1 2 3 4; do
    # shellcheck disable=SC2086
    FORETRACE_OPENMP_WAY=$way "$work/dealt" $size >"$work/owners-$way" || ok=1
  done
  paste "$work"/owners-[1-4] | sort -u >"$work/out"
  [ "$ok" = 0 ] && [ "$(wc -l <"$work/out")" = "${size#* }" ]
  report $? "${size#* } iterations on ${size% *} threads: any two are separated by some way"
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
shows "OpenMP: 'sum' is shared .*which update it: a reduction or atomic is missing" "and what is missing"
for case in "private_temporary which all set it: private .t. is missing" \
  "task_siblings nothing orders the two tasks" \
  "task_creator nothing orders the task and what is outside of it"; do
  name=${case%% *}
  "$build/bin/foretrace-cc" -g -O1 -fopenmp "tests/programs/openmp/$name.c" -o "$work/$name"
  exits 66 "$name" "$build/bin/foretrace" run -d "$work/$name.run" -n 1 -- "$work/$name"
  shows "OpenMP: .*${case#* }" "what is missing in $name"
done
"$build/bin/foretrace-cc" -g -O1 -fopenmp tests/programs/openmp/for_neighbour.c -o "$work/neighbour"
exits 66 "a loop whose iterations depend" "$build/bin/foretrace" run -d "$work/neighbour.run" -n 1 -- "$work/neighbour"
shows 'OpenMP: iterations [0-9]+ and [0-9]+ of the loop at .*for_neighbour.c:[0-9]+:1 depend on each other: ordered' \
  "the iterations, and what is missing"
shows '^    in iteration [0-9]+ of the loop at .*for_neighbour.c:[0-9]+:1$' "the iteration of each access"
exits 66 "as JSON" "$build/bin/foretrace" report "$work/neighbour.run" --format json -o "$work/neighbour.json"
jq -e '.races[0] | (.openmp | startswith("iterations ")) and
  ([.pair[].loop | select(.construct == "loop" and .line > 0) | .iteration] | .[0] != .[1])' \
  "$work/neighbour.json" >"$work/out"
report $? "the loop and the iterations, and what is missing"
valid foretrace-results-1 "$work/neighbour.json" >"$work/out" 2>&1
report $? "which fits its schema"
exits 66 "as SARIF" "$build/bin/foretrace" report "$work/neighbour.run" --format sarif -o "$work/neighbour.sarif"
jq -e '.runs[0].results[0].message.text | contains(" OpenMP: iterations ")' "$work/neighbour.sarif" >"$work/out"
report $? "in the message"
exits 66 "as HTML" "$build/bin/foretrace" report "$work/neighbour.run" --format html -o "$work/neighbour.html"
grep -q '"openmp": *"iterations ' "$work/neighbour.html"
report $? "in the page"
cp tests/programs/openmp/sections_shared.c "$work/sections.c"
"$build/bin/foretrace-cc" -g -O1 -fopenmp "$work/sections.c" -o "$work/sections"
exits 66 "sections" "$build/bin/foretrace" run -d "$work/sections.run" -n 0 -- "$work/sections"
shows '^    in section [0-9]+ of the sections at ' "are called sections"

# What a member has given back to the allocator is no reason for an order.
"$build/bin/foretrace-cc" -g -O1 -fopenmp tests/programs/openmp/doacross_four.c -o "$work/four"
exits 0 "a loop with 'depend' on four threads" "$build/bin/foretrace" record -q -o "$work/four.run" -- "$work/four"
exits 0 "its events" "$build/bin/foretrace" convert "$work/four.run" "$work/four.jsonl"
[ "$(grep -c '"op":"sem-wait"' "$work/four.jsonl")" -gt 10 ] &&
  ! grep 'memory given back' "$work/four.jsonl" >"$work/out"
report $? "have waits for posts, and none for a member's memory"

# Re-execution follows the runtime: what it cannot follow leaves races behind locks undecided.
"$build/bin/foretrace-cc" -g -O1 -fopenmp tests/programs/iterations/two_loops.c -o "$work/loops"
exits 0 "static loops" "$build/bin/foretrace" record -q -o "$work/loops.run" -- "$work/loops"
for name in sections loops; do
  exits 0 "re-execution of $name" "$build/bin/foretrace" info "$work/$name.run"
  shows 'desynchronised 0 times' "follows all of it"
done
