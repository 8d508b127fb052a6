// RACE: 15 24
// WHY: the data come after the signal

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, data;

void *producer (void *a) {
  pthread_mutex_lock (&l);
  ready = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&l);
  data = 1;
  return a;
}

void *consumer (void *a) {
  pthread_mutex_lock (&l);
  while (!ready)
    pthread_cond_wait (&c, &l);
  pthread_mutex_unlock (&l);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, consumer, 0);
  pthread_create (&u, 0, producer, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
