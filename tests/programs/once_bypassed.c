// RACE: 11 20
// TINY
// WHY: one of the threads does not ask whether the initialisation is over

#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int x;

void init (void) {
  x = 42;
}

void *one (void *a) {
  pthread_once (&once, init);
  return a;
}

void *two (void *a) {
  x = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
