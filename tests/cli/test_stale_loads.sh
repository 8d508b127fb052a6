#!/bin/bash
# Loads that a replay makes return older stores: the runtime gives the value to one
# load alone, and foretrace asks it for none that the memory model forbids.
. "$(dirname "$0")/lib.sh"

if [ ! -x "$build/bin/foretrace-cc" ]; then
  skip "the recorder was not built: no LLVM 19"
  exit 0
fi

# ---- the runtime -------------------------------------------------------------
# Under each tick in turn the word is 99 for what comes there.
cat >"$work/loads.c" <<'EOF2'
#include <stdatomic.h>
#include <stdio.h>

atomic_int word = 7;
volatile int plain;

#define LOAD() atomic_load_explicit (&word, memory_order_relaxed)

int main (void) {
  int a = LOAD (), b = LOAD ();
  plain++;
  int c = LOAD ();
  atomic_store_explicit (&word, 8, memory_order_relaxed);
  int d = LOAD ();
  int e = LOAD ();
  printf ("%d %d %d %d %d\n", a, b, c, d, e);
  return 0;
}
EOF2
"$build/bin/foretrace-cc" -g -O1 -no-pie -o "$work/loads" "$work/loads.c" 2>"$work/err"
report $? "a program with five loads is built"
address=$((16#$(nm "$work/loads" | sed -n 's/ [A-Za-z] word$//p')))
for ((tick = 1; tick < 60; tick++)); do
  rm -rf "$work/run"
  mkdir "$work/run"
  echo 'plan 1' >"$work/run/config"
  printf 'foretrace-plan 1\nrun 0 100000\nstale 0 %d %d 4 99\nthen free\n' \
    "$tick" "$address" >"$work/run/plan"
  FORETRACE_RUN="$work/run" timeout "$patience" "$work/loads" 2>>"$work/err"
done | sort -u >"$work/out"
printf '%s\n' "7 7 7 8 8" "7 7 7 8 99" "7 7 7 99 8" "7 7 99 8 8" "7 99 7 8 8" \
  "99 7 7 8 8" | sort >"$work/wanted"
cmp -s "$work/out" "$work/wanted"
report $? "each load can return another value, and never more than one does"

# ---- witnesses ---------------------------------------------------------------
# build ORDER: the program of which two threads may find nobody.
build() {
  "$build/bin/foretrace-cc" -g -O1 -pthread -DW="$1" -DR="$1" -o "$work/$1" \
    tests/programs/litmus/store_buffering.c 2>"$work/err" &&
    "$foretrace" record -q -o "$work/run-$1" -- "$work/$1" >"$work/out" 2>"$work/err"
}
build relaxed && build seq_cst
report $? "store buffering is recorded, with relaxed and with seq_cst"
exits 66 "an older store leads to a race" "$foretrace" check --memory-model rc11 \
  --witness-dir "$work/witnesses" "$work/run-relaxed"
witness=$(echo "$work"/witnesses/*.json)
jq -e '.model == "path" and (.reads | length == 1)' "$witness" >"$work/out" 2>"$work/err"
report $? "its witness has one load that returns an older store"
exits 0 "the checker accepts it" "$build/bin/foretrace-verify" "$work/run-relaxed" "$witness"
exits 0 "a replay makes the load return it" "$foretrace" replay -n 1 \
  "$work/run-relaxed" "$witness"
shows "reached: always" "and comes to the race"
jq 'del (.trace.digest)' "$witness" >"$work/forbidden.json"
exits 65 "with seq_cst no load returns it" "$foretrace" replay -n 1 \
  "$work/run-seq_cst" "$work/forbidden.json"
says "rejects this schedule: no order of the seq_cst operations" "and says why"
jq '.reads = []' "$witness" >"$work/latest.json"
exits 65 "with the last store the schedule is none" "$foretrace" replay -n 1 \
  "$work/run-relaxed" "$work/latest.json"
says "rejects this schedule: .* is not next on the path" "since the thread goes elsewhere"
