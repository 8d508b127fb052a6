// RACE-FREE
// WHY: a handler runs after the signal was sent

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>

int x;
atomic_int handled;

void handle (int number) {
  x += number;
  atomic_store (&handled, 1);
}

void *work (void *a) {
  while (!atomic_load (&handled))
    sched_yield ();
  return a;
}

int main (void) {
  pthread_t t;
  signal (SIGUSR1, handle);
  pthread_create (&t, 0, work, 0);
  x = 1;
  pthread_kill (t, SIGUSR1);
  pthread_join (t, 0);
  return x != 1 + SIGUSR1;
}
