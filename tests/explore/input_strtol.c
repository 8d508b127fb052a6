// RACE input: 14 22
// SYMBOLIC: arg1:4
// ARGS: 10
// WHY: strtol, and a product that has one solution of few digits.

#include <pthread.h>
#include <stdlib.h>

long side;
int y;

void *work (void *a) {
  if (side > 0 && side < 1000 && side * side == 1764)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  side = argc > 1 ? strtol (argv[1], 0, 10) : 0;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
