// RACE-FREE
#define _GNU_SOURCE

#include <pthread.h>
#include <time.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;
int ready, data;

void *producer (void *a) {
  data = 1;
  pthread_mutex_lock (&l);
  ready = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&l);
  return a;
}

void *consumer (void *a) {
  struct timespec until;
  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_sec += 60;
  pthread_mutex_lock (&l);
  while (!ready)
    pthread_cond_clockwait (&c, &l, CLOCK_MONOTONIC, &until);
  pthread_mutex_unlock (&l);
  data = 2;
  return a;
}

int main (void) {
  pthread_condattr_t attributes;
  pthread_condattr_init (&attributes);
  pthread_condattr_setclock (&attributes, CLOCK_MONOTONIC);
  pthread_cond_init (&c, &attributes);
  pthread_condattr_destroy (&attributes);
  pthread_t t, u;
  pthread_create (&t, 0, consumer, 0);
  pthread_create (&u, 0, producer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
