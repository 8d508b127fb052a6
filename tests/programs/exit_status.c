// RACE-FREE
// EXIT: 5

#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void at_end (void) {
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
}

void *work (void *a) {
  at_end ();
  return a;
}

int main (void) {
  atexit (at_end);
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  exit (5);
}
