// RACE-FREE

#include <pthread.h>
#include <time.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x;

void *waiter (void *a) {
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock (&l);
  while (pthread_cond_timedwait (&c, &l, &until) == 0)
    ;
  x++;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, waiter, 0);
  pthread_create (&u, 0, waiter, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 2;
}
