// RACE-FREE
// SYMBOLIC: arg1:4
// ARGS: 4
// WHY: no input lets both threads in.

#include <pthread.h>
#include <stdlib.h>

int n, y;

void *first (void *a) {
  if (n > 5)
    y = 1;
  return a;
}

void *second (void *a) {
  if (n < 3)
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
