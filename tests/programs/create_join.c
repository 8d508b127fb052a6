// RACE-FREE

#include <pthread.h>

int x;

void *work (void *a) {
  x++;
  return a;
}

int main (void) {
  for (int i = 0; i < 5; i++) {
    pthread_t t;
    x++;
    pthread_create (&t, 0, work, 0);
    pthread_join (t, 0);
  }
  return x != 10;
}
