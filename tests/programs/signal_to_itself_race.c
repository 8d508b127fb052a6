// RACE beyond: 14 22
// WHY: each thread sends a signal to itself: neither waits for the other

#include <pthread.h>
#include <signal.h>

int data;

void handle (int number) {
  (void)number;
}

void *one (void *a) {
  data = 1;
  pthread_kill (pthread_self (), SIGUSR1);
  return a;
}

void *two (void *a) {
  pthread_kill (pthread_self (), SIGUSR1);

  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  signal (SIGUSR1, handle);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
