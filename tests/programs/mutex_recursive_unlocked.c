// RACE: 15 17
// RACE: 17 17
// WHY: the lock was taken twice and given back twice before the last write
#define _GNU_SOURCE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int x;

void *work (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  x = 1;
  pthread_mutex_unlock (&l);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
