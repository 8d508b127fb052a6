// RACE: 9 22
// WHY: the wrong thread is waited for

#include <pthread.h>

int x;

void *one (void *a) {
  x = 1;
  return a;
}

void *two (void *a) {
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (u, 0);
  x = 2;
  pthread_join (t, 0);
}
