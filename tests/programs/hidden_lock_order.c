// RACE: 11 19
// WHY: T2 takes and gives back the lock, which hides the race

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *one (void *a) {
  pthread_mutex_lock (&l);
  x = 0;
  pthread_mutex_unlock (&l);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  x = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
