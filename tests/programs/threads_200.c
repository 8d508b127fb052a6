// RACE-FREE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work (void *a) {
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t threads[200];
  for (int i = 0; i < 200; i++)
    pthread_create (&threads[i], 0, work, 0);
  for (int i = 0; i < 200; i++)
    pthread_join (threads[i], 0);
  return x != 200;
}
