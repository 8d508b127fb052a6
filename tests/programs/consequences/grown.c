// CONSEQUENCE: memory
// WHY: realloc moves the block that the other thread writes

#include <pthread.h>
#include <stdlib.h>

static long *numbers;

void *one (void *a) {
  numbers[6] = 1;
  return a;
}

void *two (void *a) {
  numbers = realloc (numbers, 1 << 20);
  return a;
}

int main (void) {
  pthread_t t, u;
  numbers = calloc (8, sizeof *numbers);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  free (numbers);
}
