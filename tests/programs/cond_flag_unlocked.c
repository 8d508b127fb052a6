// RACE: 12 26
// WHY: the predicate is set without the lock

#include <pthread.h>
#include <time.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *producer (void *a) {
  ready = 1;
  pthread_cond_signal (&c);
  return a;
}

void *consumer (void *a) {
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_nsec += 10000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  pthread_mutex_lock (&l);
  if (!ready)
    pthread_cond_timedwait (&c, &l, &until);
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, producer, 0);
  pthread_create (&u, 0, consumer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
