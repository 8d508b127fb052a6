// RACE-FREE

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_bool stop;
int rounds;

void *work (void *a) {
  while (!stop) {
    rounds++;
    usleep (100);
  }
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  stop = 1;
  pthread_join (t, 0);
  return rounds < 0;
}
