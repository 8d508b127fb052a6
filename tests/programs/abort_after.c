// RACE: 10 17
// EXIT: 134

#include <pthread.h>
#include <stdlib.h>

int x;

void *work (void *a) {
  x = 1;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  x = 2;
  pthread_join (t, 0);
  abort ();
}
