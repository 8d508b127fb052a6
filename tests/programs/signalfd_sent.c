// RACE: 18 38
// WHY: what comes before a signal is ordered with what comes behind its read from a signalfd, and no more

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

int fd, data, other;

static void *work (void *a) {
  struct signalfd_siginfo i;
  for (int k = 0; k < 2; k++) {
    if (read (fd, &i, sizeof i) != sizeof i)
      return a;
    data++;
  }
  other = 1;
  return a;
}

int main (void) {
  pthread_t t;
  sigset_t s;
  sigemptyset (&s);
  sigaddset (&s, SIGUSR1);
  sigaddset (&s, SIGUSR2);
  pthread_sigmask (SIG_BLOCK, &s, 0);
  fd = signalfd (-1, &s, 0);
  data = 5;
  pthread_create (&t, 0, work, 0);
  usleep (1000);
  kill (getpid (), SIGUSR1);
  usleep (1000);
  kill (getpid (), SIGUSR2);


  other = 2;
  pthread_join (t, 0);
  close (fd);
}
