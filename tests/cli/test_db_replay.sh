#!/bin/bash
# 'foretrace db verify' replays what the database has of a finding's schedule on other builds.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"
mkdir "$work/tmp"
export TMPDIR=$work/tmp # what is left behind there is of this test

# The usual schedule does not show the race: T1 looks at the mode before T2 sets it, and a
# library function reads it.
cat >"$work/mode.c" <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char mode[8] = "0";
static int total;
static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int on = atoi (mode);
  pthread_mutex_unlock (&lock);
  if (on)
    total++;
  return a;
}
static void *configure (void *a) {
  pthread_mutex_lock (&lock);
  snprintf (mode, sizeof mode, "%d", 1);
  pthread_mutex_unlock (&lock);
  total--;
  return a;
}
static void *first (void *a) {
  return a;
}
int main (void) {
  pthread_t t, u, v;
  pthread_create (&v, 0, first, 0);
  pthread_join (v, 0);
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, configure, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
C
build_program mode
run "$foretrace" run -q -n 1 -d "$work/usual" -- "$work/mode"
report "$status" "the usual schedule shows nothing"
for seed in 1 2 3 4 5 6 7 8 9; do
  rm -rf "$work/run"
  run "$foretrace" run -q -n 1 -d "$work/run" --schedule random --seed $seed -- "$work/mode"
  [ "$status" -eq 66 ] && break
done
report $((status != 66)) "another one does (seed $seed)"
valid foretrace-results-1 "$work/run/results.json" 2>"$work/err"
report $? "the results fit their schema"
jq -e '.races[0].route | (map (select (.op == "join" and .thread == "main" and .joined == "T1")) | length) == 1
  and (.[-2:] | map (.thread) | sort) == ["T2", "T3"]' "$work/run/results.json" >"$work/out"
report $? "the route joins a thread, and ends at both accesses"
db=$work/mode.db
"$foretrace" db add "$db" "$work/run" >/dev/null

exits 66 "the same build" "$foretrace" db verify "$db" -- "$work/mode"
shows " there .*: its schedule leads there on this build in 3 of 3 replays$" "is replayed"
mkdir "$work/new"
change() {
  sed "$@" "$work/mode.c" >"$work/new/mode.c"
  "$cc" -g -O2 -pthread "$work/new/mode.c" -o "$work/new/mode"
}
change -e '1i // moved' -e 's/^static int total;/static int before, total;/' -e 's/^  int on = /  before++;\n&/' \
  -e 's/^    total++;/      total++;/'
exits 66 "moved lines, one more access" "$foretrace" db verify "$db" --runs 1 -- "$work/new/mode"
shows " there .*: its schedule leads there on this build in 3 of 3 replays$" "are found again"

# ---- a schedule that does not lead there decides nothing ----------------------------

change -e 's/^    total++;/    total += 2;/'
exits 68 "another statement" "$foretrace" db verify "$db" --runs 1 -- "$work/new/mode"
shows " unknown .*0 of 1 recordings executed .*; its schedule does not lead there: thread T2 does not come to the (read|write) at mode.c:12" \
  "is not found, and not called gone"
change -e 's/^  total--;/  pthread_mutex_lock (\&lock);\n&\n  pthread_mutex_unlock (\&lock);/'
run "$foretrace" db verify "$db" --runs 6 -- "$work/new/mode"
shows " (there .*: certified in [1-6] of 6 recordings|unknown ).*; its schedule does not lead there: thread T2 does not come to the release" \
  "a lock on the way: recordings decide"
change -e 's/^  total--;/  pthread_mutex_lock (\&lock);\n&\n  pthread_mutex_unlock (\&lock);/' \
  -e 's/^    total++;/  {\n  pthread_mutex_lock (\&lock);\n&\n  pthread_mutex_unlock (\&lock);\n  }/'
exits 68 "mended" "$foretrace" db verify "$db" --runs 1 -- "$work/new/mode"
shows " unknown .*0 of 1 recordings executed .*; its schedule does not lead there: " \
  "is not gone while no recording executed both lines"
change -e '/pthread_create (&u/d' -e '/pthread_join (u/d'
exits 68 "a thread that is not there" "$foretrace" db verify "$db" --runs 1 -- "$work/new/mode"
shows "; its schedule does not lead there: there is no thread T3$" "is named"

# ---- deadlocks and failures ----------------------------------------------------------

# build NAME [sed expressions]: the program of tests/failures, and in new/ with moved lines.
build() {
  source=tests/failures/$1.c
  name=$1
  shift
  sed -e '1i // moved' -e '1i // again' "$@" "$source" >"$work/new/$name.c"
  "$cc" -g -O1 -pthread "$source" -o "$work/$name" && "$cc" -g -O1 -pthread "$work/new/$name.c" -o "$work/new/$name"
}
# One recording that ended well is certified; the moved build has the finding by its route alone.
for name in account_lost_update freed_twice locks_crossed pointer_cleared_after_check queue_work_stealing \
  semaphore_taken_twice sync_signal_lost; do
  build $name
  rm -rf "$work/failed" "$work/fail.db"
  "$foretrace" run -q -n 1 -d "$work/failed" -- "$work/$name" >/dev/null 2>&1
  "$foretrace" db add "$work/fail.db" "$work/failed" >/dev/null
  exits 66 "$name, moved" "$foretrace" db verify "$work/fail.db" --runs 1 -- "$work/new/$name"
  shows " there .*: its schedule leads there on this build in 3 of 3 replays$" "is replayed until it is seen"
  valid foretrace-results-1 "$work/failed/results.json" 2>"$work/err"
  report $? "its results fit their schema"
done
mended() { # NAME WHY sed expressions
  local why=$2
  build "$1" "${@:3}"
  rm -rf "$work/failed" "$work/fail.db"
  "$foretrace" run -q -n 1 -d "$work/failed" -- "$work/$name" >/dev/null 2>&1
  "$foretrace" db add "$work/fail.db" "$work/failed" >/dev/null
  run "$foretrace" db verify "$work/fail.db" --runs 1 -- "$work/new/$name"
  ! grep -Eq '^[0-9a-f]+ +there' "$work/out"
  report $? "$name, mended: is not there"
  shows "; its schedule does not lead there: $why" "and why its replays did not show it"
}
mended pointer_cleared_after_check "thread T1 does not come to the read at " -e 's/^    (\*current)++;/    if (current) (*current)++;/'
mended sync_signal_lost "thread T1 does not come to the release at " -e 's/^  pthread_cond_wait/  while (item <= 0) pthread_cond_wait/'
mended account_lost_update "the program ended otherwise: exit status 0$" \
  -e 's/^  int after = .*/  int after = 130 + 0 * (before + *(int *)amount);/'
mended locks_crossed "thread T2 does not come to the acquire at " -e '/^static void \*back/,/^}/{
  s/lock (&b)/lock (\&c)/
  s/lock (&a)/lock (\&b)/
  s/lock (&c)/lock (\&a)/
}'

# ---- runs and classes ---------------------------------------------------------------

"$foretrace" check "$work/run" --consequences --format json -o "$work/state.json" >/dev/null
jq '.races[].consequence.class = "crash"' "$work/state.json" >"$work/crash.json"
jq '.races[].consequence.class = "crash" | .trace.path = "other"' "$work/state.json" >"$work/again.json"
saw=$work/saw.db
"$foretrace" db add "$saw" "$work/run" "$work/state.json" "$work/crash.json" >/dev/null
"$foretrace" db add "$work/other.db" "$work/again.json" --build v7 >/dev/null
"$foretrace" db merge "$saw" "$work/other.db" >/dev/null
one=$("$foretrace" db list "$saw" --format json | jq -r '.[0].fingerprint')
id=$(jq -r .build_id "$work/run/run.json")
exits 0 "show" "$foretrace" db show "$saw" "$one"
shows "^classes: crash 2x, state 1x$" "counts what reports saw"
shows "/run/results.json  build $id  .*  schedule random  seed $seed  confirmed$" \
  "names build, schedule and seed of the run"
shows "state.json  build $id  .*  schedule random  seed $seed  class state$" "and the class"
shows "again.json  build v7  .*  seed $seed  class crash" "what was merged has them, too"
exits 0 "export" "$foretrace" db export "$saw" --format sarif
jq -e '.version == "2.1.0"' "$work/out" >/dev/null
report $? "as SARIF"
exits 64 "no other verb" "$foretrace" db list "$saw" --format sarif
says "expected sarif with export alone" "has it"

# ---- routes that are none -----------------------------------------------------------

wrong() {
  rm -f "$work/wrong.db"
  jq "$1" "$work/run/results.json" >"$work/wrong.json"
  "$foretrace" db add "$work/wrong.db" "$work/wrong.json" >/dev/null
  exits 68 "$1" "$foretrace" db verify "$work/wrong.db" --runs 1 -- "$work/mode"
  shows " unknown .*: 0 of 1 recordings executed [^;]*;[^;]*;[^;]*$" "is no route"
}
wrong '.races[].route = 3'
wrong '.races[].route = []'
wrong '.races[].route[0].op = "jump"'
wrong '.races[].route[-1].mark = "xyz"'
wrong '.races[].route[0].times = 100000'
wrong 'del (.races[].route[-1])'
[ "$test_number" -gt 0 ]
