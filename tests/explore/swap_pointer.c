// RACE: 11 17
// RACE swap: 12 18
// WHY: a pointer is read before it is set unless a race is swapped; only then
// WHY: is the shared cell written through it.

#include <pthread.h>

int own, shared, *cell = &own;

void *first (void *a) {
  int *c = cell;
  *c = 1;
  return a;
}

void *second (void *a) {
  cell = &shared;
  shared = 2;
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
