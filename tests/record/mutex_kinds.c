// Every kind of mutex by every call, from its owner and from another thread.
// What is printed must be the same with and without the recorder.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t m;

static struct timespec soon (clockid_t clock, long ms) {
  struct timespec t;
  clock_gettime (clock, &t);
  t.tv_nsec += ms * 1000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

static void show (const char *what, int error) {
  printf ("  %s %s\n", what, error ? strerrorname_np (error) : "0");
}

static void timed (void) {
  struct timespec past = {0}, wrong = {0, -1};
  struct timespec real = soon (CLOCK_REALTIME, 5);
  struct timespec mono = soon (CLOCK_MONOTONIC, 5);
  int error;
  show ("timed past", error = pthread_mutex_timedlock (&m, &past));
  if (!error)
    pthread_mutex_unlock (&m);
  show ("timed wrong", error = pthread_mutex_timedlock (&m, &wrong));
  if (!error)
    pthread_mutex_unlock (&m);
  show ("timed", error = pthread_mutex_timedlock (&m, &real));
  if (!error)
    pthread_mutex_unlock (&m);
  show ("clock", error = pthread_mutex_clocklock (&m, CLOCK_MONOTONIC, &mono));
  if (!error)
    pthread_mutex_unlock (&m);
  error = pthread_mutex_clocklock (&m, CLOCK_PROCESS_CPUTIME_ID, &mono);
  show ("bad clock", error);
}

static void *from_outside (void *unused) {
  int error = pthread_mutex_trylock (&m);
  show ("other try", error);
  if (!error)
    show ("other unlock", pthread_mutex_unlock (&m));
  timed ();
  return unused;
}

static void *not_owned (void *unused) {
  show ("other unlock", pthread_mutex_unlock (&m));
  return unused;
}

static void run (void *(*f) (void *)) {
  pthread_t t;
  pthread_create (&t, NULL, f, NULL);
  pthread_join (t, NULL);
}

static void check (int type, int robust, int protocol, int shared) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_settype (&a, type);
  pthread_mutexattr_setrobust (&a, robust);
  pthread_mutexattr_setprotocol (&a, protocol);
  pthread_mutexattr_setpshared (&a, shared);
  printf ("type %d robust %d protocol %d shared %d\n", type, robust, protocol,
          shared);
  show ("init", pthread_mutex_init (&m, &a));
  int checked = type == PTHREAD_MUTEX_RECURSIVE ||
                type == PTHREAD_MUTEX_ERRORCHECK || robust;
  if (checked)
    show ("unlock free", pthread_mutex_unlock (&m));
  run (from_outside);
  show ("lock", pthread_mutex_lock (&m));
  show ("try", pthread_mutex_trylock (&m));
  if (type == PTHREAD_MUTEX_RECURSIVE) {
    show ("again", pthread_mutex_lock (&m));
    show ("unlock", pthread_mutex_unlock (&m));
    show ("unlock", pthread_mutex_unlock (&m));
  }
  if (type == PTHREAD_MUTEX_ERRORCHECK)
    show ("again", pthread_mutex_lock (&m));
  if (protocol == PTHREAD_PRIO_NONE || type == PTHREAD_MUTEX_ERRORCHECK)
    timed ();
  run (from_outside);
  if (checked)
    run (not_owned);
  if (!robust)
    show ("destroy held", pthread_mutex_destroy (&m));
  show ("unlock", pthread_mutex_unlock (&m));
  show ("destroy", pthread_mutex_destroy (&m));
  show ("lock destroyed", pthread_mutex_lock (&m));
  pthread_mutexattr_destroy (&a);
}

static void *die (void *unused) {
  pthread_mutex_lock (&m);
  return unused;
}

static void *wait_for_death (void *unused) {
  show ("waiter", pthread_mutex_lock (&m));
  show ("consistent", pthread_mutex_consistent (&m));
  show ("unlock", pthread_mutex_unlock (&m));
  return unused;
}

static pthread_barrier_t b;

static void *die_slowly (void *unused) {
  pthread_mutex_lock (&m);
  pthread_barrier_wait (&b);
  nanosleep (&(struct timespec){0, 20000000}, NULL);
  return unused;
}

static void robust (int type) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init (&a);
  pthread_mutexattr_settype (&a, type);
  pthread_mutexattr_setrobust (&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init (&m, &a);
  printf ("robust type %d\n", type);
  show ("consistent", pthread_mutex_consistent (&m));
  run (die);
  show ("try", pthread_mutex_trylock (&m));
  show ("consistent", pthread_mutex_consistent (&m));
  show ("unlock", pthread_mutex_unlock (&m));
  pthread_barrier_init (&b, NULL, 2);
  pthread_t t, w;
  pthread_create (&t, NULL, die_slowly, NULL);
  pthread_barrier_wait (&b);
  pthread_create (&w, NULL, wait_for_death, NULL);
  pthread_join (w, NULL);
  pthread_join (t, NULL);
  run (die);
  show ("lock", pthread_mutex_lock (&m));
  show ("unlock", pthread_mutex_unlock (&m));
  show ("lock", pthread_mutex_lock (&m));
  show ("try", pthread_mutex_trylock (&m));
  show ("consistent", pthread_mutex_consistent (&m));
  show ("destroy", pthread_mutex_destroy (&m));
}

int main (void) {
  for (int type = 0; type < 4; type++)
    for (int shared = 0; shared < 2; shared++) {
      check (type, 0, PTHREAD_PRIO_NONE, shared);
      check (type, 1, PTHREAD_PRIO_NONE, shared);
      check (type, 0, PTHREAD_PRIO_INHERIT, shared);
    }
  for (int type = 0; type < 4; type++)
    robust (type);
  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  show ("recursive", pthread_mutex_lock (&recursive));
  show ("recursive", pthread_mutex_lock (&recursive));
  pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  show ("checking", pthread_mutex_lock (&checking));
  show ("checking", pthread_mutex_lock (&checking));
  return 0;
}
