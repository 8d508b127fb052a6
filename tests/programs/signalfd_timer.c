// RACE: 13 32
// WHY: a timer's signals are read from a signalfd; a replay has no such timer

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

int n, fd;

static void *work (void *a) {
  n = 1;
  return a;
}

int main (void) {
  pthread_t t;
  sigset_t s;
  struct signalfd_siginfo i;
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
  struct itimerspec time = {{0, 1000000}, {0, 1000000}};
  timer_t timer;
  sigemptyset (&s);
  sigaddset (&s, SIGRTMIN);
  pthread_sigmask (SIG_BLOCK, &s, 0);
  fd = signalfd (-1, &s, 0);
  if (timer_create (CLOCK_MONOTONIC, &e, &timer)) return 1;
  timer_settime (timer, 0, &time, 0);
  pthread_create (&t, 0, work, 0);
  for (int k = 0; k < 3; k++) (void)!read (fd, &i, sizeof i);
  n = 2;
  pthread_join (t, 0);
  close (fd);
}
