// RACE-FREE

#include <pthread.h>

int x;

void *leaf (void *a) {
  x++;
  return a;
}

void *child (void *a) {
  pthread_t t;
  x++;
  pthread_create (&t, 0, leaf, 0);
  pthread_join (t, 0);
  x++;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, child, 0);
  pthread_join (t, 0);
  return x != 3;
}
