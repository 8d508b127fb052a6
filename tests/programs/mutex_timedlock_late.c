// RACE: 19 27
// WHY: the lock was not to be had in time, and nobody looks

#include <pthread.h>
#include <time.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *other (void *a) {
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += 5000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_timedlock (&l, &until);
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
