// RACE-FREE
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <time.h>

int x;

void *work (void *a) {
  x++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  while (pthread_tryjoin_np (t, 0) != 0)
    sched_yield ();
  x++;
  pthread_create (&u, 0, work, 0);
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  pthread_timedjoin_np (u, 0, &until);
  return x != 3;
}
