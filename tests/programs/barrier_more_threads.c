// RACE: 14 21
// WHY: four threads use a barrier of two, so that the second writer may pass it with another one

#include <pthread.h>

int x;
pthread_barrier_t pairs;

void *pass (void *a) {
  pthread_barrier_wait (&pairs);
  return a;
}
void *write_first (void *a) {
  x = 1;
  pthread_barrier_wait (&pairs);
  return a;
}

void *write_after (void *a) {
  pthread_barrier_wait (&pairs);
  x = 2;
  return a;
}

int main (void) {
  pthread_t t[4];
  pthread_barrier_init (&pairs, NULL, 2);
  pthread_create (t, NULL, write_first, NULL);
  pthread_create (t + 1, NULL, write_after, NULL);
  pthread_create (t + 2, NULL, pass, NULL);
  pthread_create (t + 3, NULL, pass, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  return 0;
}
