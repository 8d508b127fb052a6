// RACE: 11 17
// WHY: one of 200 threads does not lock

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void *work (void *a) {
  pthread_mutex_lock (&l);
  x = 1;
  pthread_mutex_unlock (&l);
  return a;
}

void *careless (void *a) {
  x = 2;
  return a;
}

int main (void) {
  pthread_t threads[200];
  for (int i = 0; i < 200; i++)
    pthread_create (&threads[i], 0, i == 77 ? careless : work, 0);
  for (int i = 0; i < 200; i++)
    pthread_join (threads[i], 0);
}
