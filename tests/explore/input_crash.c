// RACE input: 16 24
// SYMBOLIC: arg1:4
// ARGS: 5
// CRASH: 134
// WHY: one input aborts, another one races.

#include <pthread.h>
#include <stdlib.h>

int n, y;

void *work (void *a) {
  if (n == 77)
    abort ();
  if (n == 99)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  n = argc > 1 ? atoi (argv[1]) : 0;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
