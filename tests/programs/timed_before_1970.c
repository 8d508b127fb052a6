// RACE-FREE
// Time limits before 1970 have passed: each wait times out at once.
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
int wrong;

void check (int error) {
  wrong += error != ETIMEDOUT;
}

void *work (void *a) {
  struct timespec t = {-5, 0};
  pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
  check (pthread_mutex_timedlock (&m, &t));
  check (pthread_mutex_clocklock (&m, CLOCK_MONOTONIC, &t));
  check (pthread_rwlock_timedrdlock (&rw, &t));
  check (pthread_rwlock_timedwrlock (&rw, &t));
  check (sem_timedwait (&s, &t) ? errno : 0);
  check (sem_clockwait (&s, CLOCK_MONOTONIC, &t) ? errno : 0);
  pthread_mutex_lock (&own);
  check (pthread_cond_timedwait (&c, &own, &t));
  check (pthread_cond_clockwait (&c, &own, CLOCK_MONOTONIC, &t));
  pthread_mutex_unlock (&own);
  return a;
}

int main (void) {
  pthread_t t;
  sem_init (&s, 0, 0);
  pthread_mutex_lock (&m);
  pthread_rwlock_wrlock (&rw);
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  return wrong;
}
