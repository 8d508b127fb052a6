// RACE: 9 9

#include <pthread.h>

int counter;

void *count (void *a) {
  for (int i = 0; i < 10; i++)
    counter++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, count, 0);
  pthread_create (&u, 0, count, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
