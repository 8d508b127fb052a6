// RACE: 9 17
// WHY: the main thread ends first, the process with the last thread

#include <pthread.h>

int x;

void *work (void *a) {
  x = 1;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_detach (t);
  x = 2;
  pthread_exit (0);
}
