// RACE
// The halves of an array of nondeterministic size have an element in common; a
// size in the millions would not be gone through in time.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int (void);
static int *numbers, size;

static void *lower (void *unused) {
  for (int i = 0; i <= size / 2; i++)
    numbers[i] = i;
  return unused;
}

static void *upper (void *unused) {
  for (int i = size / 2; i < size; i++)
    numbers[i] = i;
  return unused;
}

int main (void) {
  pthread_t a, b;
  size = __VERIFIER_nondet_int ();
  if (size <= 3 || !(numbers = calloc ((size_t)size, sizeof *numbers)))
    return 0;
  pthread_create (&a, 0, lower, 0);
  pthread_create (&b, 0, upper, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
}
