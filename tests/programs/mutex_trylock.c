// RACE-FREE
// TINY

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work (void *a) {
  if (pthread_mutex_trylock (&l) == 0) {
    x++;
    pthread_mutex_unlock (&l);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
