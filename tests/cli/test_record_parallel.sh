#!/bin/bash
# Recordings of threads that run in parallel, and what their expansion is.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

programs=$PWD/tests/programs
ulimit -c 0
par=$work/par

# both FILE NAME: $work/NAME and $work/NAME.light.
both() {
  "$cc" -w -g -O1 -pthread "$1" -o "$work/$2" &&
    "$cc" -w --foretrace-light -g -O1 -pthread "$1" -o "$work/$2.light" || exit 1
}

# expands NAME: the parallel recording $par of $work/NAME.light expands, and no
# remark says that the replay is another run.
expands() {
  run "$foretrace" expand -q "$par" -- "$work/$1"
  [ "$status" -eq 0 ] && [ ! -s "$work/err" ] && [ ! -e "$par/light" ]
}

# ---- everything that orders threads decides about the exit status --------------

cat >"$work/orders.c" <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem;
static atomic_uint next;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic unsigned turns[4];
static unsigned sum, by_flag, by_rw, by_spin, by_sem, waiting;
static unsigned long assembly;
static unsigned mix (unsigned a, unsigned b) { return a * 31 + b; }
static void *work (void *a) {
  unsigned me = (unsigned) (long) a, mine = 0;
  char text[64], copy[64];
  for (unsigned i = 0; i < 3000; i++) {
    mine = mix (mine, atomic_fetch_add (&next, 1));
    turns[i % 4] = me;
    mine = mix (mine, turns[(i + 1) % 4]);
    while (atomic_flag_test_and_set (&flag))
      ;
    by_flag = mix (by_flag, me);
    atomic_flag_clear (&flag);
    pthread_mutex_lock (&l);
    sum = mix (sum, me);
    if (i % 64 == 0 && ++waiting % 4) // the last one of each four wakes the others
      pthread_cond_signal (&c);
    pthread_mutex_unlock (&l);
    if (pthread_mutex_trylock (&l) == 0) {
      sum = mix (sum, 7);
      pthread_mutex_unlock (&l);
    } else
      mine++;
    pthread_rwlock_wrlock (&rw);
    by_rw = mix (by_rw, me);
    pthread_rwlock_unlock (&rw);
    pthread_spin_lock (&spin);
    by_spin = mix (by_spin, me);
    pthread_spin_unlock (&spin);
    sem_wait (&sem);
    by_sem = mix (by_sem, me);
    sem_post (&sem);
#ifdef __x86_64__
    unsigned long one = 1;
    __asm__ volatile("lock xaddq %0, %1" : "+r"(one), "+m"(assembly));
    mine = mix (mine, (unsigned) one);
#endif
    memset (text, 'a' + (int)me, sizeof text);
    memcpy (copy, text, sizeof copy);
    free (malloc (1 + mine % 100 + (unsigned char) copy[3]));
  }
  pthread_mutex_lock (&l);
  sum = mix (sum, mine);
  pthread_mutex_unlock (&l);
  return 0;
}
int main (void) {
  pthread_t t[3];
  pthread_spin_init (&spin, 0);
  sem_init (&sem, 0, 1);
  for (long i = 0; i < 3; i++)
    pthread_create (&t[i], 0, work, (void *)(i + 1));
  work ((void *)9);
  for (long i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  sum ^= by_flag ^ by_rw ^ by_spin ^ by_sem;
  return (int) ((sum ^ sum >> 8 ^ sum >> 16) & 63);
}
C
both "$work/orders.c" orders
times=(1 2 3)
[ -z "${FT_QUICK-}" ] || times=(1)
for i in "${times[@]}"; do
  rm -rf "$par"
  run "$foretrace" record -q --mode parallel -o "$par" -- "$work/orders.light"
  ended=$status
  [ "$ended" -lt 64 ] && [ -e "$par/light" ]
  report $? "record --mode parallel ($ended)"
  expands orders && holds "$par/status.json" 'd["status"] == '"$ended" "the expanded run ends as the recorded one"
  report $? "and expands"
done
holds "$par/run.json" 'd["mode"] == "parallel"' "run.json says how it was recorded"
exits 0 "the expanded run has no race" "$foretrace" check -q --budget 8 --deadlocks off "$par"

for name in cond_signal barrier_serial semaphore_any_post rwlock_try thread_pool \
  abort_after left_behind once_exit; do
  [ -e "$programs/$name.c" ] || continue
  both "$programs/$name.c" "$name"
  rm -rf "$par"
  { "$foretrace" record -q --mode parallel -o "$par" -- "$work/$name.light"; } >/dev/null 2>&1 </dev/null
  run "$foretrace" expand -q "$par" -- "$work/$name"
  expanded=$status
  run "$foretrace" check -q "$par"
  [ "$expanded" -eq 0 ] && { [ "$status" -eq 0 ] || [ "$status" -eq 66 ]; }
  report $? "$name: is expanded ($expanded) and checked ($status)"
done

# ---- threads that race ---------------------------------------------------------

# The second thread goes on before the first one has done so in the order of
# synchronisation, though in truth the first one had written x by then.
cat >"$work/racing.c" <<'C'
#include <pthread.h>
#include <stdatomic.h>
static volatile int x, y;
static atomic_int order;
static void await (volatile int *word) {
  while (!*word)
    for (int pause = 0; pause < 1000000; pause++)
      __asm__ volatile(""); // few records, however long it takes
}
static void *first (void *a) {
  x = 1;
  await (&y);
  atomic_fetch_add (&order, 1);
  return a;
}
static void *second (void *a) {
  await (&x);
  atomic_fetch_add (&order, 1);
  y = 1;
  atomic_fetch_add (&order, 1);
  return a;
}
int main (void) {
  pthread_t s, t;
  pthread_create (&s, 0, first, 0);
  pthread_create (&t, 0, second, 0);
  pthread_join (s, 0);
  pthread_join (t, 0);
  return order;
}
C
both "$work/racing.c" racing
rm -rf "$par"
exits 3 "threads that race are recorded" "$foretrace" record -q --mode parallel -o "$par" -- "$work/racing.light"
exits 0 "and expanded" "$foretrace" expand -q "$par" -- "$work/racing"
says 'two threads have raced, or .* in thread [0-9]+, at .*racing.c:[0-9]+' "which says that the replay parts from the recording, and where"
exits 66 "its trace has the race" "$foretrace" check --deadlocks off "$par"
shows "data race on '[xy]'" "on the variable on which the threads raced"

# ---- what it does not take -----------------------------------------------------

exits 69 "a full build is refused" "$foretrace" record --mode parallel -o "$work/no" -- "$work/orders"
says 'needs a light build' "and the message says what it needs"
exits 64 "a schedule of the recorder's is refused" "$foretrace" record --mode parallel -s random -o "$work/no" -- "$work/orders.light"
says 'leave --schedule out' "and the message says what to do"
