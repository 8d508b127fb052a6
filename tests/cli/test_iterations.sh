#!/bin/bash
# OpenMP: iterations that one thread executed.  Each program of
# tests/programs/iterations states the lines of pairs that only a recording with
# another assignment of iterations to threads shows (APART), those of iterations of a
# simd loop that depend on each other (LANES), those that race where tests of locks
# fail (LOCKS), or that there are none.
#
#   FT_PROGRAMS='heap*' bash tests/cli/test_iterations.sh
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi
unset OMP_NUM_THREADS OMP_SCHEDULE FORETRACE_OPENMP_SIZE FORETRACE_OPENMP_WAY

# found RESULTS: the lines of the certified pairs, "9 11", one each.
found() {
  jq -r '.iterations.pairs // [] | .[] | select(.verdict == "certified")
    | [.accesses[].location | split(":")[1] | tonumber] | sort | "\(.[0]) \(.[1])"' \
    "$1" | sort -u
}

# lanes RESULTS: the lines of accesses of lanes, the earlier iteration's first.
lanes() {
  jq -r '.iterations.lanes // [] | .[]
    | [.accesses[].location | split(":")[1]] | join(" ")' "$1" | sort -u
}

# others RESULTS: the lines of certified races of further recordings.
others() {
  jq -r '.iterations.recordings // [] | .[]' "$1" | while read -r recording; do
    "$foretrace" report "$recording" --format json 2>/dev/null
  done | jq -r '.races[] | select(.verdict == "certified")
    | [.pair[].location | split(":")[1] | tonumber] | sort | "\(.[0]) \(.[1])"' | sort -u
}

programs=(tests/programs/iterations/${FT_PROGRAMS:-*.c})
thin 3
for program in "${programs[@]}"; do
  name=$(basename "$program" .c)
  "$build/bin/foretrace-cc" -g -O1 -fopenmp "$program" -o "$work/$name"
  sed -n 's,^// APART: ,,p' "$program" | sort -u >"$work/stated"
  sed -n 's,^// LANES: ,,p' "$program" | sort -u >"$work/stated.lanes"
  sed -n 's,^// LOCKS: ,,p' "$program" | sort -u >"$work/stated.locks"
  for threads in "" 1 2; do
    OMP_NUM_THREADS=$threads
    [ -n "$threads" ] && export OMP_NUM_THREADS || unset OMP_NUM_THREADS
    timeout "$patience" "$foretrace" run -n 1 -d "$work/$name.run" --format json \
      -o "$work/results" -- "$work/$name" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    found "$work/results" >"$work/out"
    cmp -s "$work/out" "$work/stated" &&
      lanes "$work/results" | cmp -s - "$work/stated.lanes" &&
      { [ ! -s "$work/stated.locks" ] ||
        others "$work/results" | cmp -s - "$work/stated.locks"; } &&
      [ "$status" = "$(cat "$work/stated" "$work/stated".* | grep -q . && echo 66 || echo 0)" ] &&
      jq -e '.races | all(.verdict != "certified")' "$work/results" >/dev/null
    report $? "iterations: $name${threads:+, OMP_NUM_THREADS=$threads}"
    rm -rf "$work/$name".run*
  done
done
unset OMP_NUM_THREADS
[ -z "${FT_PROGRAMS:-}" ] || exit 0

# ---- an access in no loop --------------------------------------------------------------

tests/programs/built tests/programs/iterations/outside_sections.c "$work/outside"
"$foretrace" record -q -d "$work/outside.run" -- "$work/outside" >"$work/out" 2>"$work/err"
run "$foretrace" check "$work/outside.run"
grep -q 'outside_sections.c:[0-9:]* of thread 0, in no loop: UNDECIDED, iterations on one thread$' "$work/out"
report $? "an access in no loop: the text says whose it is"
run "$foretrace" check -f json -o "$work/outside.json" "$work/outside.run"
valid foretrace-results-1 "$work/outside.json" 2>"$work/err" &&
  jq -e '.iterations.pairs[0].accesses[1] | .thread == 0 and (has ("iteration") | not)' \
    "$work/outside.json" >"$work/out"
report $? "an access in no loop: JSON has its thread, by the schema"

# ---- reports -----------------------------------------------------------------

tests/programs/built tests/programs/iterations/lanes.c "$work/lanes"
for format in text html sarif junit; do
  "$foretrace" run -q -f $format -o "$work/lanes.$format" -d "$work/lanes.run" -- "$work/lanes" \
    >"$work/out" 2>"$work/err"
  [ $? -eq 66 ]
  report $? "lanes: status of a report as $format"
  rm -rf "$work"/lanes.run*
done
grep -q 'RACE OF LANES' "$work/lanes.text" && ! grep -q 'None predicted' "$work/lanes.text"
report $? "lanes: the text does not say that nothing was predicted"
sed -n 's,.*id="data-page">\(.*\)</script>.*,\1,p' "$work/lanes.html" >"$work/page.json"
jq -e '.iterations.lanes | length == 6' "$work/page.json" >/dev/null
report $? "lanes: the page has them"
jq -e '[.runs[0].results[] | select(.ruleId == "lane-race") |
  .locations[0].physicalLocation.region.startLine] == [20, 25, 28, 31, 34, 38]' "$work/lanes.sarif" >/dev/null
report $? "lanes: SARIF has them"
jq -e '.runs[0] as $run | [$run.results[] | $run.tool.driver.rules[.ruleIndex].id == .ruleId] | all' \
  "$work/lanes.sarif" >/dev/null
report $? "lanes: SARIF's rule is theirs"
[ "$(grep -c 'failure type="lane-race"' "$work/lanes.junit")" -eq 6 ] && grep -q 'tests="6" failures="6"' "$work/lanes.junit"
report $? "lanes: JUnit has them"

# ---- two loops ---------------------------------------------------------------

# member I COUNT CHUNK SIZE: who executes iteration I of a static loop, as OpenMP says.
# CHUNK 0: one chunk for each member, the first ones of one iteration more.
member() {
  local i=$1 each=$(($2 / $4)) more=$(($2 % $4))
  if [ "$3" -gt 0 ]; then
    echo $((i / $3 % $4))
  elif [ "$i" -lt $((more * (each + 1))) ]; then
    echo $((i / (each + 1)))
  else
    echo $((more + (i - more * (each + 1)) / each))
  fi
}

# separable COUNT CHUNK FACTOR SECOND: whether some team has the writer of an element and
# its reader, of iteration I of the second loop element I / FACTOR, on two threads.
separable() {
  local size i
  for size in 2 3 4 5 6 7 8 9; do
    for ((i = 0; i < $1 * $3; i++)); do
      [ "$(member $((i / $3)) "$1" "$2" "$size")" = \
        "$(member "$i" $(($1 * $3)) "$4" "$size")" ] || return 0
    done
  done
  return 1
}

# Random loops without a barrier between them, against the definition.
seed=${FT_SEED:-1}
for ((round = 0; round < ${FT_ROUNDS:-5}; round++)); do
  RANDOM=$((seed + round))
  count=$((3 + RANDOM % 8)) chunk=$((RANDOM % 4)) factor=$((1 + RANDOM % 2))
  second=$((chunk * factor))
  [ $((RANDOM % 2)) = 0 ] || second=$((RANDOM % 4))
  first_clause=static${chunk/#/, } second_clause=static${second/#/, }
  cat >"$work/loops.c" <<END
int a[$count], b[$((count * factor))];
int main (void) {
#pragma omp parallel
  {
#pragma omp for schedule(${first_clause/, 0/}) nowait
    for (int i = 0; i < $count; i++)
      a[i] = i;
#pragma omp for schedule(${second_clause/, 0/})
    for (int i = 0; i < $((count * factor)); i++)
      b[i] = a[i / $factor];
  }
  return 0;
}
END
  "$build/bin/foretrace-cc" -g -O1 -fopenmp "$work/loops.c" -o "$work/loops"
  separable "$count" "$chunk" "$factor" "$second"
  stated=$((66 * !$?))
  exits "$stated" "FT_SEED=$((seed + round)): $count iterations by $first_clause, $factor times as many by $second_clause" \
    "$foretrace" run -n 0 -d "$work/loops.run" -- "$work/loops"
  rm -rf "$work/loops.run"*
done

# ---- reports -----------------------------------------------------------------

root=$PWD
cp tests/programs/iterations/block_of_four.c "$work/block.c"
cd "$work" || exit 1
"$build/bin/foretrace-cc" -g -O1 -fopenmp block.c -o block
exits 66 "iterations of one thread" "$foretrace" run -d block.run -n 2 -- ./block
shows '^0 races certified' "the first recording has no race"
shows 'block.c:8:14 in iteration 42, block.c:8:14 in iteration 43 of the loop at block.c:6:1: CERTIFIED, R1 of .*block.run.apart-1$' \
  "the pair by its loop and its iterations"
shows "^R1 +data race on 'a.21.'.* CERTIFIED, CONFIRMED 2/2" "with the report of the other recording"
shows '^Iterations on other threads: 1 more race certified, 0 pairs undecided, 0 without' "and the sum"
exits 66 "the witness of the pair" "$foretrace" check block.run.apart-1 --witness-dir witnesses
exits 0 "which the checker accepts" "$foretrace" verify block.run.apart-1 witnesses/R1.json
exits 0 "it is replayed as it was recorded" "$foretrace" replay block.run.apart-1 R1 -n 1

rm -rf block.run*
exits 0 "no further recording" "$foretrace" run --once -d block.run -n 0 -- ./block
shows 'of the loop at block.c:6:1: UNDECIDED, iterations on one thread$' "the pair is undecided"
shows '^  on other threads: FORETRACE_OPENMP_SIZE=3 foretrace run -- ./block$' "with the command that decides it"
[ ! -e block.run.apart-1 ]
report $? "nothing else was recorded"
exits 0 "a check of the recording" "$foretrace" check block.run
shows 'UNDECIDED, iterations on one thread$' "says the same"
exits 68 "and has not decided everything" "$foretrace" check block.run --strict
exits 0 "as JSON" "$foretrace" check block.run --format json -o results.json
jq -e '.iterations.pairs[0] | .verdict == "undecided" and .loop == "block.c:6:1" and
  .schedule == "static" and .count == 64 and .threads == 4 and .open and
  (.command | startswith("FORETRACE_OPENMP_SIZE=3 foretrace run"))' results.json >out
report $? "with the loop and the command"
(cd "$root" && valid foretrace-results-1 "$work/results.json") >out 2>err
report $? "which fits its schema"
exits 66 "the command" env FORETRACE_OPENMP_SIZE=3 "$foretrace" run -d decided.run -n 0 -- ./block
shows '^1 race certified' "decides it"

# Loops with a barrier between them are no pairs, and nothing is recorded again.
for loops in barrier lengths; do
  "$build/bin/foretrace-cc" -g -O1 -fopenmp "$root/tests/programs/iterations/two_loops_$loops.c" -o loops
  exits 0 "two loops: $loops" "$foretrace" run --once -d loops.run -n 0 -- ./loops
  cp out "$loops.out"
  "$foretrace" check loops.run --format json -o "$loops.json"
  rm -rf loops.run
done
grep -q '^  two_loops_lengths.c:10:12 in iteration 5 of the loop at two_loops_lengths.c:8:1, ' lengths.out
report $? "each iteration with its loop"
jq -e '.iterations | not' barrier.json >out
report $? "loops with a barrier between them make no pair"
jq -e '.iterations.pairs | length == 1 and (.[0].second_loop | endswith(":11:1"))' lengths.json >out
report $? "the second loop"
(cd "$root" && valid foretrace-results-1 "$work/lengths.json") >out 2>err
report $? "which fits its schema"

# Thread-local variables are others on other threads: nothing to record again for.
cat >own.cc <<'END'
#include <vector>
struct sum { int n, of[4]; };
static sum own;
#pragma omp threadprivate(own)
thread_local std::vector<int> list (4);
extern thread_local std::vector<int> list;
static thread_local long hits[8];
int all[64];
int main () {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    own.of[i % 4] += i;
    own.n++;
    hits[i % 8]++;
    __atomic_fetch_add (hits, 1, __ATOMIC_RELAXED);
    if (list.empty ())
      all[i] = 1;
  }
}
END
"$build/bin/foretrace-c++" -g -O1 -fopenmp own.cc -o own
exits 0 "thread-local variables" "$foretrace" run -d own.run -n 0 -- ./own
! grep -q '^Iterations' "$work/out" && [ ! -e own.run.apart-1 ]
report $? "are no pairs of iterations"
"$build/bin/foretrace-c++" -g -O1 -fopenmp -Dthread_local= own.cc -o shared
exits 66 "variables that are not" "$foretrace" run -d shared.run -n 0 -- ./shared
rm -rf own.run* shared.run*

# One that is reached by its address is shared.
cat >address.c <<'END'
static _Thread_local int own[64];
int main (void) {
  int *all = own;
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    all[i / 2] = i;
  return 0;
}
END
"$build/bin/foretrace-cc" -g -O1 -fopenmp address.c -o address
OMP_NUM_THREADS=2 exits 66 "a thread-local variable that all threads reach" \
  "$foretrace" run -d address.run -n 0 -- ./address
shows 'address.c:6:.*CERTIFIED, R1 of .*address.run.apart-1$' "is one variable"
rm -rf address.run*

rm -rf block.run*
OMP_NUM_THREADS=1 exits 0 "one thread" "$foretrace" run --once -d block.run -n 0 -- ./block
shows '^A parallel region ran with one thread, which the program does not ask for: its races are undecided' \
  "is no team"

# A race of a region without a loop is found with more threads, too.
cat >region.c <<'END'
int x;
int main (void) {
#pragma omp parallel
  x++;
  return 0;
}
END
"$build/bin/foretrace-cc" -g -O1 -fopenmp region.c -o region
OMP_NUM_THREADS=1 exits 66 "a region of one thread" "$foretrace" run -d region.run -n 0 -- ./region
shows '^Iterations on other threads: 1 more race certified' "has a race in a team"

# A program that reads the variable itself finds the number of threads there.
cat >variable.c <<'END'
#include <omp.h>
#include <stdlib.h>
int main (void) {
  int n = atoi (getenv ("OMP_NUM_THREADS"));
  int *own = calloc (n, sizeof *own);
#pragma omp parallel
  own[omp_get_thread_num () % n]++;
  free (own);
  return 0;
}
END
"$build/bin/foretrace-cc" -g -O1 -fopenmp variable.c -o variable
OMP_NUM_THREADS=1 exits 0 "a variable of each thread, as many as the environment says" \
  "$foretrace" run -d variable.run -n 0 -- ./variable
shows '^Iterations on other threads: 0 more races certified' "has no race with more threads"

# Known races are known there.
exits 66 "its results" "$foretrace" report region.run.apart-1 --format json -o known.json
OMP_NUM_THREADS=1 exits 0 "a known race" "$foretrace" run --baseline known.json -d again.run -n 0 -- ./region
