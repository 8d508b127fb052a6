// Every call on read-write locks, from holders and from another thread.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "asleep.h"

static pthread_rwlock_t l;
static long writer; // is about to wait, if it is not 0

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

static void then_unlock (const char *what, int error) {
  show (what, error);
  if (!error)
    show ("unlock", pthread_rwlock_unlock (&l));
}

static void all (void) {
  struct timespec past = {0}, wrong = {0, 1000000000};
  struct timespec real = soon (CLOCK_REALTIME), mono = soon (CLOCK_MONOTONIC);
  then_unlock ("try read", pthread_rwlock_tryrdlock (&l));
  then_unlock ("try write", pthread_rwlock_trywrlock (&l));
  then_unlock ("read past", pthread_rwlock_timedrdlock (&l, &past));
  then_unlock ("write past", pthread_rwlock_timedwrlock (&l, &past));
  then_unlock ("read wrong", pthread_rwlock_timedrdlock (&l, &wrong));
  then_unlock ("write wrong", pthread_rwlock_timedwrlock (&l, &wrong));
  then_unlock ("read", pthread_rwlock_timedrdlock (&l, &real));
  then_unlock ("write", pthread_rwlock_timedwrlock (&l, &real));
  then_unlock ("read clock",
               pthread_rwlock_clockrdlock (&l, CLOCK_MONOTONIC, &mono));
  then_unlock ("write clock",
               pthread_rwlock_clockwrlock (&l, CLOCK_MONOTONIC, &mono));
  then_unlock ("bad clock", pthread_rwlock_clockrdlock (&l, 77, &mono));
}

static void *outside (void *unused) {
  puts (" other");
  all ();
  return unused;
}

static void both (void) {
  pthread_t t;
  puts (" own");
  all ();
  pthread_create (&t, NULL, outside, NULL);
  pthread_join (t, NULL);
}

static void *write_later (void *unused) {
  __atomic_store_n (&writer, syscall (SYS_gettid), __ATOMIC_SEQ_CST);
  int error = pthread_rwlock_wrlock (&l);
  return error || pthread_rwlock_unlock (&l) ? &l : unused;
}

static void check (int kind, int shared) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init (&a);
  pthread_rwlockattr_setkind_np (&a, kind);
  pthread_rwlockattr_setpshared (&a, shared);
  printf ("kind %d shared %d\n", kind, shared);
  show ("init", pthread_rwlock_init (&l, &a));
  both ();
  show ("hold read", pthread_rwlock_rdlock (&l));
  show ("hold read", pthread_rwlock_rdlock (&l));
  both ();
  pthread_t t;
  writer = 0;
  pthread_create (&t, NULL, write_later, NULL);
  while (!__atomic_load_n (&writer, __ATOMIC_SEQ_CST))
    usleep (1000);
  await_asleep (writer, SYS_futex, SYS_futex);
  then_unlock ("read past a writer", pthread_rwlock_tryrdlock (&l));
  show ("unlock", pthread_rwlock_unlock (&l));
  show ("unlock", pthread_rwlock_unlock (&l));
  void *failed;
  pthread_join (t, &failed);
  printf ("  writer %s\n", failed ? "failed" : "done");
  show ("hold write", pthread_rwlock_wrlock (&l));
  show ("read again", pthread_rwlock_rdlock (&l));
  show ("write again", pthread_rwlock_wrlock (&l));
  both ();
  show ("unlock", pthread_rwlock_unlock (&l));
  show ("destroy", pthread_rwlock_destroy (&l));
}

int main (void) {
  for (int shared = 0; shared < 2; shared++)
    for (int kind = 0; kind < 3; kind++)
      check (kind, shared);
  return 0;
}
