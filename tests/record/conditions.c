// Waits on conditions: results, lost signals, clocks, cancellation, recursion.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t m;
static pthread_cond_t c;
static int ready, waiting, woken;

static void show (const char *what, int error) {
  printf ("  %s %s\n", what, error ? strerrorname_np (error) : "0");
}

static struct timespec soon (clockid_t clock) {
  struct timespec t;
  clock_gettime (clock, &t);
  t.tv_nsec += 5000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

static void timed (clockid_t clock) {
  struct timespec past = {0}, wrong = {0, -1}, time = soon (clock);
  struct timespec mono = soon (CLOCK_MONOTONIC);
  pthread_mutex_lock (&m);
  show ("past", pthread_cond_timedwait (&c, &m, &past));
  show ("wrong", pthread_cond_timedwait (&c, &m, &wrong));
  show ("timed", pthread_cond_timedwait (&c, &m, &time));
  show ("clock", pthread_cond_clockwait (&c, &m, CLOCK_MONOTONIC, &mono));
  show ("bad clock", pthread_cond_clockwait (&c, &m, 55, &mono));
  pthread_mutex_unlock (&m);
}

static void *waits (void *unused) {
  pthread_mutex_lock (&m);
  waiting++;
  while (!ready)
    pthread_cond_wait (&c, &m);
  woken++;
  pthread_mutex_unlock (&m);
  return unused;
}

static void wake (int broadcast) {
  pthread_t t[5];
  ready = waiting = woken = 0;
  show ("lost", pthread_cond_signal (&c));
  show ("lost", pthread_cond_broadcast (&c));
  for (int i = 0; i < 5; i++)
    pthread_create (t + i, NULL, waits, NULL);
  for (;;) {
    pthread_mutex_lock (&m);
    if (waiting == 5)
      break;
    pthread_mutex_unlock (&m);
    nanosleep (&(struct timespec){0, 1000000}, NULL);
  }
  ready = 1;
  for (int i = 0; !broadcast && i < 5; i++)
    pthread_cond_signal (&c);
  if (broadcast)
    pthread_cond_broadcast (&c);
  pthread_mutex_unlock (&m);
  for (int i = 0; i < 5; i++)
    pthread_join (t[i], NULL);
  printf ("  %d\n", woken);
}

static int unlocked;

static void unlocks (void *mutex) {
  unlocked = pthread_mutex_unlock (mutex);
}

static void *is_cancelled (void *unused) {
  pthread_mutex_lock (&m);
  pthread_cleanup_push (unlocks, &m);
  waiting++;
  for (;;)
    pthread_cond_wait (&c, &m);
  pthread_cleanup_pop (0);
  return unused;
}

static void cancel (void) {
  pthread_t t;
  void *result;
  waiting = 0;
  pthread_create (&t, NULL, is_cancelled, NULL);
  for (int seen = 0; !seen;) {
    pthread_mutex_lock (&m);
    seen = waiting;
    pthread_mutex_unlock (&m);
    nanosleep (&(struct timespec){0, 1000000}, NULL);
  }
  show ("cancel", pthread_cancel (t));
  pthread_join (t, &result);
  show ("held in cleanup", unlocked);
  printf ("  cancelled %d\n", result == PTHREAD_CANCELED);
}

static void check (int type, int shared, clockid_t clock) {
  pthread_mutexattr_t ma;
  pthread_condattr_t ca;
  pthread_mutexattr_init (&ma);
  pthread_mutexattr_settype (&ma, type);
  pthread_mutexattr_setpshared (&ma, shared);
  pthread_condattr_init (&ca);
  pthread_condattr_setpshared (&ca, shared);
  pthread_condattr_setclock (&ca, clock);
  printf ("type %d shared %d clock %d\n", type, shared, (int)clock);
  pthread_mutex_init (&m, &ma);
  show ("init", pthread_cond_init (&c, &ca));
  struct timespec time = soon (clock);
  if (type == PTHREAD_MUTEX_ERRORCHECK || type == PTHREAD_MUTEX_RECURSIVE) {
    show ("not held", pthread_cond_wait (&c, &m));
    show ("not held", pthread_cond_timedwait (&c, &m, &time));
  }
  timed (clock);
  wake (0);
  wake (1);
  cancel ();
  if (type == PTHREAD_MUTEX_RECURSIVE && !shared) {
    pthread_mutex_lock (&m);
    pthread_mutex_lock (&m);
    time = soon (clock);
    show ("held twice", pthread_cond_timedwait (&c, &m, &time));
    show ("unlock", pthread_mutex_unlock (&m));
    show ("unlock", pthread_mutex_unlock (&m));
    show ("unlock", pthread_mutex_unlock (&m));
  }
  show ("destroy", pthread_cond_destroy (&c));
  show ("destroy", pthread_mutex_destroy (&m));
}

int main (void) {
  for (int shared = 0; shared < 2; shared++) {
    for (int type = 0; type < 4; type++)
      check (type, shared, CLOCK_REALTIME);
    check (0, shared, CLOCK_MONOTONIC);
  }
  return 0;
}
