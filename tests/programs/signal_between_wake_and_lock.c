// RACE-FREE
// WHY: the handler runs when the wait is over and its mutex is not locked yet

#include <pthread.h>
#include <sched.h>
#include <signal.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t waits = PTHREAD_COND_INITIALIZER, c = PTHREAD_COND_INITIALIZER;
volatile sig_atomic_t seen;
int waiting, done, x;

void handle (int number) {
  seen = number;
}

void *work (void *a) {
  pthread_mutex_lock (&m);
  waiting = 1;
  pthread_cond_signal (&waits);
  while (!done)
    pthread_cond_wait (&c, &m);
  x++;
  pthread_mutex_unlock (&m);
  return a;
}

int main (void) {
  pthread_t t;
  signal (SIGUSR1, handle);
  pthread_create (&t, 0, work, 0);
  pthread_mutex_lock (&m);
  while (!waiting)
    pthread_cond_wait (&waits, &m);
  done = 1;
  x = 1;
  pthread_cond_signal (&c);
  for (int i = 0; i < 3; i++)
    sched_yield ();
  pthread_kill (t, SIGUSR1);
  for (int i = 0; i < 3; i++)
    sched_yield ();
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  return x != 2;
}
