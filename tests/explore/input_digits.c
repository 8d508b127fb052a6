// RACE input: 12 22
// SYMBOLIC: arg1
// ARGS: 1111
// WHY: the sum of the digits, in a loop over the argument.

#include <pthread.h>

int sum, y;

void *work (void *a) {
  if (sum == 30)
    y = 1;
  return a;
}

int main (int argc, char **argv) {
  pthread_t t;
  for (const char *p = argc > 1 ? argv[1] : ""; *p; p++)
    if (*p >= '0' && *p <= '9')
      sum += *p - '0';
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
