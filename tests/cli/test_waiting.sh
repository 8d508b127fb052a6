#!/bin/bash
# Waiting loops: what a thread that waits in a loop records, and that the verdicts
# are those of recordings with every round.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

ulimit -c 0

# Numbers of kinds; of a quick run every fourth.
kinds=$(seq 0 "$([ -n "${FT_QUICK-}" ] && echo 4 || echo 1)" 16)

# Each way to wait, by number; the long computation is what is waited for.
cat >"$work/waits.c" <<'C'
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
static atomic_int go, word, flags[3];
static atomic_int *pointer = &go;
static volatile int plain;
static atomic_flag taken = ATOMIC_FLAG_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t semaphore;
static int kind;
static long work, data, late;
static void *wait_for_main (void *a) {
  switch (kind) {
  case 0: while (!atomic_load (&go)) {} break;
  case 1: while (!plain) {} break;
  case 2: while (!atomic_load_explicit (&go, memory_order_acquire)) __asm__ volatile ("pause" ::: "memory"); break;
  case 3: while (!atomic_load (&go)) sched_yield (); break;
  case 4: do usleep (1); while (!atomic_load (&go)); break;
  case 5: for (int i = 0; i < 3; i++) while (!atomic_load (&flags[i])) __builtin_ia32_pause (); break;
  case 6: { int all; do { all = 1; for (int i = 0; i < 3; i++) all &= atomic_load (&flags[i]); } while (!all); } break;
  case 7: while (!atomic_load (pointer)) {} break;
  case 8: for (;;) { if (!atomic_load (&go)) continue; if (late++ > 3) break; } break;
  case 9: while (atomic_flag_test_and_set (&taken)) {} break;
  case 10: for (;;) { while (atomic_load (&word)) {} if (!atomic_exchange (&word, 1)) break; } break;
  case 11: { int e = 0; while (!atomic_compare_exchange_weak (&word, &e, 1)) e = 0; } break;
  case 12: for (;;) { for (int i = 0; i < 100; i++) if (atomic_load (&go)) break; if (atomic_load (&go)) break; sched_yield (); } break;
  case 13: while (pthread_mutex_trylock (&mutex)) {} break;
  case 14: while (pthread_rwlock_tryrdlock (&rwlock)) {} break;
  case 15: while (pthread_spin_trylock (&spin)) {} break;
  case 16: while (sem_trywait (&semaphore)) {} break;
  }
  data++;
  return a;
}
int main (int argc, char **argv) {
  pthread_t t;
  long length = atol (argv[2]);
  (void)argc;
  kind = atoi (argv[1]);
  atomic_flag_test_and_set (&taken);
  atomic_store (&word, 1);
  pthread_spin_init (&spin, 0);
  sem_init (&semaphore, 0, 0);
  pthread_mutex_lock (&mutex);
  pthread_rwlock_wrlock (&rwlock);
  pthread_spin_lock (&spin);
  pthread_create (&t, NULL, wait_for_main, NULL);
  for (long i = 0; i < length; i++)
    work += i ^ work << 1;
  data = 1;
  atomic_store (&go, 1);
  plain = 1;
  for (int i = 0; i < 3; i++)
    atomic_store (&flags[i], 1);
  atomic_flag_clear (&taken);
  atomic_store (&word, 0);
  pthread_mutex_unlock (&mutex);
  pthread_rwlock_unlock (&rwlock);
  pthread_spin_unlock (&spin);
  sem_post (&semaphore);
  late = 1;
  pthread_join (t, NULL);
  return 0;
}
C

# recorded PROGRAM KIND LENGTH ROUNDS: into $work/run, slices as short as rounds.
recorded() {
  rm -rf "$work/run"
  mkdir "$work/run"
  printf 'rounds %s\nslice 300\n' "$4" >"$work/run/config"
  FORETRACE_RUN=$work/run timeout "$patience" "$1" "$2" "$3"
}

# records: how many words the run has.
records() {
  "$foretrace" info --format json "$work/run" 2>/dev/null |
    /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["code"]["records"])'
}

# verdicts FILE: certified pairs of lines, and how many candidates are impossible
# or undecided, of the lines and not of the pairs of events.
verdicts() {
  timeout "$patience" "$foretrace" check -q --model value --budget 60 --format json -o "$work/check.json" "$work/run" 2>/dev/null
  /usr/bin/python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
s = d["summary"]
print(sorted(r["fingerprint"] for r in d["races"]), s["refuted"], s["undecided"])' "$work/check.json" >"$1"
}

# ---- few records ----------------------------------------------------------------

# A slice is some 150 iterations of main, so that 20,000 of them are many rounds.
build_program waits -O1 -w
for kind in $kinds; do
  recorded "$work/waits" "$kind" 20000 0 && few=$(records) && [ "$few" -lt 42000 ]
  report $? "kind $kind: $few records, of which 40,000 are the work that is waited for"
done

# A loop that calls is not recognised, but its slices become short.
cat >"$work/calls.c" <<'C'
#include <pthread.h>
static volatile int go;
static long work;
__attribute__ ((noinline)) static int is_over (void) { return go; }
static void *wait_for_main (void *a) {
  while (!is_over ()) {}
  return a;
}
int main (void) {
  pthread_t t;
  pthread_create (&t, NULL, wait_for_main, NULL);
  for (long i = 0; i < 200000; i++)
    work += i ^ work << 1;
  go = 1;
  pthread_join (t, NULL);
  return 0;
}
C
build_program calls -O1 -w
"$foretrace" record -q -o "$work/run" -- "$work/calls"
few=$(records)
[ "$few" -lt 500000 ]
report $? "a loop that calls: $few records, of which 400,000 are the work"

# ---- the same verdicts as with every round ---------------------------------------

# Whether kind 4 makes more than one round depends on the machine.
cp "$work/waits" "$work/waits1"
build_program waits -O0 -w
for kind in $kinds; do
  for program in waits waits1; do
    recorded "$work/$program" "$kind" 200 1 && all=$(records) && verdicts "$work/all" &&
      recorded "$work/$program" "$kind" 200 0 && few=$(records) && verdicts "$work/few" &&
      cmp "$work/all" "$work/few" >"$work/out" 2>&1 &&
      { [ "$kind" = 4 ] || [ "$few" -lt "$all" ]; }
    report $? "$program $kind: verdicts of $few records are those of $all"
  done
done

# ---- replays, light recordings ---------------------------------------------------

# In a replay a thread makes the rounds that the log has, and no more.
run "$foretrace" run -d "$work/found" --slice 300 --model value --replays 2 --format json -o "$work/found.json" -- "$work/waits1" 1 200
[ "$status" -eq 66 ]
report $? "a race behind a waiting loop is found"
holds "$work/found.json" 'len (d["races"]) == 2 and all (r["replay"]["outcome"] == "confirmed" for r in d["races"])' "and confirmed"

"$cc" --foretrace-light -g -O1 -w -pthread "$work/waits.c" -o "$work/light"
for mode in light parallel; do
  for kind in 0 3 4 6 8 10; do
    rm -rf "$work/run"
    "$foretrace" record -q --mode $mode -o "$work/run" -- "$work/light" "$kind" 3000 2>"$work/err" &&
      "$foretrace" expand -q "$work/run" -- "$work/waits1" >"$work/out" 2>"$work/err"
    report $? "a $mode recording of kind $kind expands"
  done
done
