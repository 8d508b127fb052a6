// RACE: 11 19
// EXIT: 4
// WHY: a thread ends the process, the main thread still waits for it

#include <pthread.h>
#include <stdlib.h>

int x;

void *work (void *a) {
  x = 1;
  exit (4);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  x = 2;
  pthread_join (t, 0);
}
