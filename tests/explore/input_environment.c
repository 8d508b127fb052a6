// RACE input: 14 23
// SYMBOLIC: env:MODE
// ENV: MODE=slow
// WHY: a word of the environment, compared by strcmp.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

int fast, y;

void *work (void *a) {
  if (fast)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  const char *mode = getenv ("MODE");
  fast = mode && !strcmp (mode, "fast");
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
