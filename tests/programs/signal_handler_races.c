// RACE: 10 14
// WHY: the handler runs in a thread and shares with another

#include <pthread.h>
#include <signal.h>

int x;

void handle (int number) {
  x = number;
}

void *work (void *a) {
  x = -1;
  return a;
}

int main (void) {
  pthread_t t;
  signal (SIGUSR1, handle);
  pthread_create (&t, 0, work, 0);
  raise (SIGUSR1);
  pthread_join (t, 0);
}
