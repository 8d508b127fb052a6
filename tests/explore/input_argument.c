// RACE input: 13 21
// SYMBOLIC: arg1:4
// ARGS: 3
// WHY: a number above a bound.

#include <pthread.h>
#include <stdlib.h>

int level, y;

void *work (void *a) {
  if (level > 100)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  level = argc > 1 ? atoi (argv[1]) : 0;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
