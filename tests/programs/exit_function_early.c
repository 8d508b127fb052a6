// RACE: 12 16
// WHY: the function is registered before the write, which nothing orders before the
// end of the process

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int x;

void at_end (void) {
  x = 2;
}

void *writes (void *a) {
  x = 1;
  return a;
}

int main (void) {
  pthread_t t;
  atexit (at_end);
  pthread_create (&t, 0, writes, 0);
  usleep (50000);
  return 0;
}
