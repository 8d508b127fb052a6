// RACE-FREE
// WHY: opposite orders, but behind a lock that both hold

#include <pthread.h>

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void both (pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock (&gate);
  pthread_mutex_lock (first);
  pthread_mutex_lock (second);
  x++;
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (first);
  pthread_mutex_unlock (&gate);
}

void *one (void *a) {
  both (&l, &m);
  return a;
}

void *two (void *a) {
  both (&m, &l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
