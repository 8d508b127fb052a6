// RACE beyond: 16 24
// WHY: a thread waits for a signal, then looks at a flag that a handler of main sets behind
// it: only what main sends later, as recorded, keeps the look from between flag and count

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int set;
static int count;

static void on_hangup (int signal) {
  (void)signal;
  set++;
  count++;
}

static void *wait_for_it (void *arg) {
  sigset_t *signals = arg;
  int signal;
  sigwait (signals, &signal);
  if (set)
    count--;
  return NULL;
}

static void on_end (int signal) {
  (void)signal;
}

int main (void) {
  sigset_t signals;
  pthread_t thread;
  sigemptyset (&signals);
  sigaddset (&signals, SIGUSR2);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  signal (SIGHUP, on_hangup);
  signal (SIGTERM, on_end);
  pthread_create (&thread, NULL, wait_for_it, &signals);
  pthread_kill (thread, SIGUSR2);
  raise (SIGHUP);
  raise (SIGTERM);
  pthread_join (thread, NULL);
  printf ("%d\n", count);
  return 0;
}
