// RACE-FREE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *count (void *a) {
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock (&l);
    counter++;
    pthread_mutex_unlock (&l);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, count, 0);
  pthread_create (&u, 0, count, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return counter != 20;
}
