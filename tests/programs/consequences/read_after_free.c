// CONSEQUENCE: memory
// WHY: the block is freed before it is read

#include <pthread.h>
#include <stdlib.h>

static long *numbers;
static long result;

void *one (void *a) {
  result = numbers[6];
  return a;
}

void *two (void *a) {
  free (numbers);
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
