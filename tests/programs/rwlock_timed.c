// RACE-FREE
#define _GNU_SOURCE

#include <pthread.h>
#include <time.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
long x;

struct timespec in_a_minute (clockid_t clock) {
  struct timespec until;
  clock_gettime (clock, &until);
  until.tv_sec += 60;
  return until;
}

void *reader (void *a) {
  struct timespec until = in_a_minute (CLOCK_REALTIME);
  pthread_rwlock_timedrdlock (&l, &until);
  a = (void *)x;
  pthread_rwlock_unlock (&l);
  until = in_a_minute (CLOCK_MONOTONIC);
  pthread_rwlock_clockrdlock (&l, CLOCK_MONOTONIC, &until);
  a = (void *)(x + (long)a);
  pthread_rwlock_unlock (&l);
  return a;
}

void *writer (void *a) {
  struct timespec until = in_a_minute (CLOCK_REALTIME);
  pthread_rwlock_timedwrlock (&l, &until);
  x++;
  pthread_rwlock_unlock (&l);
  until = in_a_minute (CLOCK_MONOTONIC);
  pthread_rwlock_clockwrlock (&l, CLOCK_MONOTONIC, &until);
  x++;
  pthread_rwlock_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, reader, 0);
  pthread_create (&u, 0, writer, 0);
  pthread_create (&v, 0, writer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
