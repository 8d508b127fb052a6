// CONSEQUENCE: memory
// WHY: the pointer is replaced behind the free, so that a late reader uses the old block

#include <pthread.h>
#include <stdlib.h>

static long empty[8];
static long *numbers;
static long result;

void *one (void *a) {
  long *mine = numbers;
  result = mine[6];
  return a;
}

void *two (void *a) {
  long *old = numbers;
  numbers = empty;
  free (old);
  return a;
}

int main (void) {
  pthread_t t, u;
  numbers = calloc (8, sizeof *numbers);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
