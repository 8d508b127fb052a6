// RACE input: 12 20
// SYMBOLIC: input
// WHY: divisions, the first of which ends the program for one input.

#include <foretrace/input.h>
#include <pthread.h>

int n = 1, y;

void *work (void *a) {
  if (1000 / n == 37 && 1000 % n == 1)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  foretrace_input (&n, sizeof n, "n");
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
