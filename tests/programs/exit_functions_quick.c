// RACE-FREE
// WHY: a function of quick_exit runs only if it was registered, behind the write

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int x;

void at_end (void) {
  x = 2;
}

void *registers (void *a) {
  x = 1;
  at_quick_exit (at_end);
  return a;
}

void *ends (void *a) {
  usleep (50000);
  quick_exit (0);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, registers, 0);
  pthread_create (&u, 0, ends, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
