// RACE: 16 23
// RACE: 16 24
// RACE both: 18 25
// SYMBOLIC: arg1:4
// ARGS: 0
// WHY: Section 3.7 of the Racageddon paper: e1, e4 and e1, e5 in some order of
// WHY: any run; e3, e6 only with z = 5, after x = 6 came last.

#include <pthread.h>
#include <stdlib.h>

// Compilers may read what was just written once, and conclude from that.
volatile int x, y, z;

void *first (void *a) {
  x = 6;
  if (z > 4)
    y = 5;
  return a;
}

void *second (void *a) {
  x = 2;
  if (z * z + 5 < x * x)
    y = 3;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t[2];
  z = argc > 1 ? atoi (argv[1]) : 0;
  pthread_create (t, 0, first, 0);
  pthread_create (t + 1, 0, second, 0);
  pthread_join (t[0], 0);
  pthread_join (t[1], 0);
  return 0;
}
