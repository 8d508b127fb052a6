// RACE-FREE
// WHY: the signal comes before the wait; the predicate is there for that

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, data;

void *producer (void *a) {
  data = 1;
  pthread_mutex_lock (&l);
  ready = 1;
  pthread_mutex_unlock (&l);
  pthread_cond_signal (&c);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, producer, 0);
  pthread_join (t, 0);
  pthread_mutex_lock (&l);
  while (!ready)
    pthread_cond_wait (&c, &l);
  pthread_mutex_unlock (&l);
  return data != 1;
}
