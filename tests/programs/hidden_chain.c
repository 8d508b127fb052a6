// RACE: 11 32
// WHY: two locks and a third thread stand between the two accesses

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y, z;

void *one (void *a) {
  x = 1;
  pthread_mutex_lock (&l);
  y = 1;
  pthread_mutex_unlock (&l);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&l);
  y = 2;
  pthread_mutex_unlock (&l);
  pthread_mutex_lock (&m);
  z = 2;
  pthread_mutex_unlock (&m);
  return a;
}

void *three (void *a) {
  pthread_mutex_lock (&m);
  z = 3;
  pthread_mutex_unlock (&m);
  x = 3;
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
