// RACE-FREE
// TINY
// WHY: nobody else is there before the threads start and after they end

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *count (void *a) {
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  x = 5;
  pthread_t t, u;
  pthread_create (&t, 0, count, 0);
  pthread_create (&u, 0, count, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  x -= 7;
  return x;
}
