// RACE-FREE
// WHY: the main thread joins one that has joined the other

#include <pthread.h>

int x;
pthread_t first;

void *one (void *a) {
  x = 1;
  return a;
}

void *two (void *a) {
  pthread_join (first, 0);
  x++;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&first, 0, one, 0);
  pthread_create (&t, 0, two, 0);
  pthread_join (t, 0);
  return x != 2;
}
