// RACE: 16 16
// RACE: 21 21
// RACE: 16 21
// WHY: time is no synchronisation

#include <pthread.h>
#include <time.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x;

void *waiter (void *a) {
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  x = 1;
  pthread_mutex_lock (&l);
  while (pthread_cond_timedwait (&c, &l, &until) == 0)
    ;
  pthread_mutex_unlock (&l);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, waiter, 0);
  pthread_create (&u, 0, waiter, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
