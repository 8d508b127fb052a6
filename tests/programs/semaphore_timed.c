// RACE-FREE
#define _GNU_SOURCE

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t s;
int x;

void *producer (void *a) {
  x = 1;
  sem_post (&s);
  sem_post (&s);
  return a;
}

void *consumer (void *a) {
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  while (sem_timedwait (&s, &until) != 0)
    ;
  clock_gettime (CLOCK_MONOTONIC, &until);
  until.tv_sec += 60;
  while (sem_clockwait (&s, CLOCK_MONOTONIC, &until) != 0)
    ;
  x = 2;
  return a;
}

int main (void) {
  sem_init (&s, 0, 0);
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
