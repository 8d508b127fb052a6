// RACE: 10 18
// RACE: 10 10
// WHY: main returns before its threads have begun: both have a turn nevertheless

#include <pthread.h>

int x;

void *work (void *a) {
  x = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  x = 2;
}
