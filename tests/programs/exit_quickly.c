// RACE: 11 18
// EXIT: 3
// WHY: _exit asks nobody

#include <pthread.h>
#include <unistd.h>

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
  _exit (3);
}
