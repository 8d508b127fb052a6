// RACE: 10 22
// WHY: the child ends before its own child does

#include <pthread.h>

int x;
pthread_t t, leaf_thread;

void *leaf (void *a) {
  x = 1;
  return a;
}

void *child (void *a) {
  pthread_create (&leaf_thread, 0, leaf, 0);
  return a;
}

int main (void) {
  pthread_create (&t, 0, child, 0);
  pthread_join (t, 0);
  x = 2;
  pthread_join (leaf_thread, 0);
}
