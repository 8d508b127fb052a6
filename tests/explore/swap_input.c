// RACE: 18 24
// RACE both: 14 25
// SYMBOLIC: arg1:4
// ARGS: 0
// WHY: a swapped race shows a branch on the input that is not there before.

#include <pthread.h>
#include <stdlib.h>

int on, n, y;

__attribute__ ((noinline)) void more (void) {
  if (n * 3 == 51)
    y = 1;
}

void *first (void *a) {
  if (on)
    more ();
  return a;
}

void *second (void *a) {
  on = 1;
  y = 2;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t[2];
  n = argc > 1 ? atoi (argv[1]) : 0;
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
