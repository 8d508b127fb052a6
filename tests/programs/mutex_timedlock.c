// RACE-FREE

#include <pthread.h>
#include <time.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work (void *a) {
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec += 60;
  if (pthread_mutex_timedlock (&l, &until) != 0)
    return a;
  x++;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 2;
}
