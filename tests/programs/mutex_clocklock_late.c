// RACE: 14 22
#define _GNU_SOURCE

#include <pthread.h>
#include <time.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *other (void *a) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  pthread_mutex_clocklock (&l, CLOCK_MONOTONIC, &now);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_mutex_lock (&l);
  pthread_create (&t, 0, other, 0);
  x = 1;
  pthread_join (t, 0);
  pthread_mutex_unlock (&l);
}
