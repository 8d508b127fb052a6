#!/bin/bash
# Signals to 'foretrace run', phase by phase: one that comes while the program
# runs ends the program, and what it did is analysed; one after that ends the
# analysis, with a report of what was decided; nothing is left behind.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

# Two racy writes; then: wait (for ever, or deaf to SIGTERM with a child that
# is, too), or do something that takes long to analyse.
cat >"$work/longest.c" <<'C'
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x, table[512];
static void *first (void *a) {
  pthread_mutex_lock (&l);
  x = 1;
  pthread_mutex_unlock (&l);
  return a;
}
static void *second (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  x = 2;
  return a;
}
static void *much (void *a) {
  for (int i = 0; i < 12000; i++) {
    if (i % 3)
      pthread_mutex_lock (&l);
    table[(i * 7 + *(int *)a) % 512] += i;
    if (i % 3)
      pthread_mutex_unlock (&l);
  }
  return a;
}
static void two (void *(*f) (void *), void *(*g) (void *)) {
  pthread_t t, u;
  int a = 1, b = 2;
  pthread_create (&t, 0, f, &a);
  pthread_create (&u, 0, g, &b);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
int main (int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  if (!strcmp (how, "deaf")) {
    signal (SIGTERM, SIG_IGN);
    if (!fork ())
      execlp ("sleep", argv[0], "271828", (char *)0);
  }
  two (first, second);
  if (!strcmp (how, "much"))
    two (much, much);
  puts ("done");
  fflush (stdout);
  while (!strcmp (how, "deaf") || !strcmp (how, "wait"))
    pause ();
  return 0;
}
C
build_program longest
cd "$work" || exit 1

# A signal before foretrace catches any just ends it.
catches() {
  local caught
  [ "/proc/$pid/exe" -ef "$foretrace" ] &&
    caught=$(sed -n 's/^SigCgt:.*\(.\{4\}\)$/\1/p' "/proc/$pid/status") &&
    ((16#$caught >> 14 & 1)) # SIGTERM is 15
}

# It has run the handler of each signal that was sent.
has_taken() {
  ! grep -qE '^(Sig|Shd)Pnd:\s*0*[1-9a-f]' "/proc/$pid/status"
}

start() { # how, options
  local how=$1
  shift
  rm -rf run.d out err report.json
  "$foretrace" run -q -d run.d "$@" -- "$work/longest" "$how" >out 2>err </dev/null &
  pid=$!
  await catches
}

until_done() {
  await grep -q done out
}

none_left() {
  ! pgrep -f "^$work/longest " &&
    [ -z "$(find "$work" -name '*.tmp*' -o -name '.*.tmp*')" ]
}

nothing_left() {
  await none_left
  report $? "nothing is left behind"
}

# ---- while the program runs --------------------------------------------------

start wait -n 3 -o report.txt
until_done
kill -TERM "$pid"
wait "$pid"
status=$?
[ "$status" -eq 66 ]
report $? "a signal ends the program, not the analysis (exit $status)"
grep -q '^1 race certified' report.txt && ! grep -q '^Interrupted' report.txt
report $? "the report is whole"
nothing_left

start deaf -n 3 -f json -o report.json
until_done
kill -TERM "$pid"
await has_taken
sleep 1
kill -0 "$pid"
report $? "a program may be deaf to it"
kill -TERM "$pid"
wait "$pid"
status=$?
[ "$status" -eq 143 ]
report $? "a second one ends everything (exit $status)"
jq -e '.summary.unfinished[0] | .phase == "reading" and .by == "interrupt"' \
  report.json >/dev/null
report $? "with a report of how far it came"
nothing_left
exits 66 "the recording is readable" "$foretrace" check -q run.d

# ---- later, whatever phase that is -------------------------------------------

begin=$EPOCHREALTIME
start much -n 5 -b 20 -o report.json -f json
wait "$pid"
whole=$(/usr/bin/python3 -c "print($EPOCHREALTIME - $begin)")
phases=
for share in 0.1 0.3 0.45 0.6 0.75 0.9; do
  start much -n 5 -b 20 -o report.json -f json
  sleep "$(/usr/bin/python3 -c "print($whole * $share)")"
  signals=1
  kill -TERM "$pid" 2>/dev/null
  if grep -q done out; then # the program is over
    where=after
  else
    where=during
  fi
  wait "$pid"
  status=$?
  phase=$(jq -r '[.summary.unfinished[] | select(.by == "interrupt") | .phase][0] // "none"' report.json)
  phases="$phases $where:$phase"
  case $status in 0 | 66 | 143) ;; *) false ;; esac
  report $? "a signal at $share of the time, $where the program, phase $phase (exit $status)"
  [ -n "$phase" ]
  report $? "the report is whole"
  nothing_left
done
echo "#$phases"
for share in 0.5 0.7 0.9; do
  start much -n 5 -b 20 -o report.json -f json
  sleep "$(/usr/bin/python3 -c "print($whole * $share)")"
  kill -TERM "$pid" 2>/dev/null
  kill -INT "$pid" 2>/dev/null
  wait "$pid"
  status=$?
  case $status in 0 | 66 | 130 | 143) ;; *) false ;; esac
  report $? "two signals at once at $share of the time (exit $status)"
  [ ! -e report.json ] || jq -e . report.json >/dev/null
  report $? "the report is whole or not there"
  nothing_left
done
