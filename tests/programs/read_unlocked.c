// RACE: 11 18
// TINY

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
long x;

void *one (void *a) {
  pthread_mutex_lock (&l);
  x = 1;
  pthread_mutex_unlock (&l);
  return a;
}

void *two (void *a) {
  (void)a;
  return (void *)x;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
