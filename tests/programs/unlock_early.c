// RACE: 13 20
// TINY

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int total, last;

void *one (void *a) {
  pthread_mutex_lock (&l);
  total = 1;
  pthread_mutex_unlock (&l);
  last = 1;
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&l);
  total = 2;
  last = 2;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
