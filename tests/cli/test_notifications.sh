#!/bin/bash
# Threads that the C library makes to notify the program (SIGEV_THREAD): their races
# are replayed, and they wait for the token as all others.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/recorder.sh"

ulimit -c 0

cat >"$work/timer.c" <<'C'
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static int x;
static atomic_int done;
static void notify (union sigval v) {
  (void)v;
  x++;
  atomic_store (&done, 1);
}
int main (void) {
  struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = notify};
  struct itimerspec s = {{0, 0}, {0, 20000000}};
  timer_t t;
  if (timer_create (CLOCK_MONOTONIC, &e, &t) || timer_settime (t, 0, &s, 0))
    return 9;
  x = 5;
  while (!atomic_load (&done))
    usleep (1000);
  return 0;
}
C

# The timer's thread comes while the first thread counts: in a replay, whose first
# step ends behind that, the first thread has not given the token away before.
cat >"$work/early.c" <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
static sem_t came;
static volatile long count;
static int x;
static void notify (union sigval v) {
  (void)v;
  x++;
  sem_post (&came);
}
static void *add (void *a) {
  x++;
  return a;
}
int main (void) {
  struct sigevent e = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = notify};
  struct itimerspec s = {{0, 0}, {0, 1000000}};
  pthread_t p;
  timer_t t;
  sem_init (&came, 0, 0);
  if (timer_create (CLOCK_MONOTONIC, &e, &t) || timer_settime (t, 0, &s, 0))
    return 9;
  while (count < 200000)
    count++;
  pthread_create (&p, 0, add, 0);
  sem_wait (&came);
  pthread_join (p, 0);
  return 0;
}
C
build_program timer
build_program early
cd "$work" || exit 1

exits 66 "a race with a timer's thread" "$foretrace" run -d kept -- ./timer
shows "^R1  data race on 'x'.*CONFIRMED 20/20" "is replayed: it is waited for"
exits 0 "replay" "$foretrace" replay kept R1
shows '^R1 reached: always' "says so"

exits 66 "a timer's thread that comes early in a replay" \
  "$foretrace" run --slice 10000000 -n 5 -d early.run -- ./early
shows "^R1  data race on 'x'.*CONFIRMED 5/5" "waits for the first thread"
