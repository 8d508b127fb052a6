// RACE: 9 17

#include <pthread.h>
#include <unistd.h>

int stop;

void *work (void *a) {
  while (!stop)
    usleep (100);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  stop = 1;
  pthread_join (t, 0);
}
