// RACE-FREE
// WHY: sigwait returns after the signal was sent

#include <pthread.h>
#include <signal.h>

int x;
sigset_t set;

void *work (void *a) {
  int number;
  sigwait (&set, &number);
  x += number;
  return a;
}

int main (void) {
  pthread_t t;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &set, 0);
  pthread_create (&t, 0, work, 0);
  x = 1;
  pthread_kill (t, SIGUSR1);
  pthread_join (t, 0);
  return x != 1 + SIGUSR1;
}
