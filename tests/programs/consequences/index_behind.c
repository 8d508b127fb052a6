// CONSEQUENCE: memory
// WHY: the index moves to the end of the block before the other thread uses it

#include <pthread.h>
#include <stdlib.h>

static int *numbers, next = 9;

void *one (void *a) {
  numbers[next] = 1;
  return a;
}

void *two (void *a) {
  next = 10;
  return a;
}

int main (void) {
  pthread_t t, u;
  numbers = calloc (10, sizeof *numbers);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (numbers);
}
