// RACE-FREE
// WHY: every two of the threads have a lock in common, all three have none

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
int counter;

void count (pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock (a);
  pthread_mutex_lock (b);
  counter++;
  pthread_mutex_unlock (b);
  pthread_mutex_unlock (a);
}

void *one (void *a) {
  count (&l, &m);
  return a;
}

void *two (void *a) {
  count (&m, &n);
  return a;
}

void *three (void *a) {
  count (&l, &n);
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_create (&v, 0, three, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
