// RACE input: 13 23
// SYMBOLIC: arg1
// ARGS: 000
// WHY: a number of base 16, and what stands behind it.

#include <pthread.h>
#include <stdlib.h>

int mask, y;

void *work (void *a) {
  if (mask)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  char *end;
  long number = argc > 1 ? strtol (argv[1], &end, 16) : 0;
  mask = number == 0xb && *end == 'h';
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
