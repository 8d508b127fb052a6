// RACE: 10 17
// EXIT: 139

#include <pthread.h>

int x;
int *volatile nowhere;

void *work (void *a) {
  x = 1;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  x = 2;
  pthread_join (t, 0);
  *nowhere = 1;
}
