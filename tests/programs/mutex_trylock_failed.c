// RACE: 11 19
// TINY

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *other (void *a) {
  if (pthread_mutex_trylock (&l) != 0)
    x = 2;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_mutex_lock (&l);
  pthread_create (&t, 0, other, 0);
  x = 1;
  pthread_join (t, 0);
  pthread_mutex_unlock (&l);
}
