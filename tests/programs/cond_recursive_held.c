// RACE-FREE
// WHY: a mutex that is held twice stays locked while a condition is waited
// for, and the signal orders nevertheless

#define _GNU_SOURCE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x;

void *waits (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_lock (&l);
  pthread_cond_wait (&c, &l);
  x++;
  pthread_mutex_unlock (&l);
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, waits, 0);
  for (int i = 0; i < 100; i++)
    sched_yield ();
  x = 1;
  pthread_cond_signal (&c);
  pthread_join (t, 0);
  return x != 2;
}
