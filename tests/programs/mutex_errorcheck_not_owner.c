// RACE: 12 20
// WHY: an unlock by a thread that is not the owner fails; nobody looks
#define _GNU_SOURCE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int x;

void *other (void *a) {
  pthread_mutex_unlock (&l);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_mutex_lock (&l);
  pthread_create (&t, 0, other, 0);
  x = 1;
  pthread_mutex_unlock (&l);
  pthread_join (t, 0);
}
