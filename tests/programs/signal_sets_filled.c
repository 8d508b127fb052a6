// RACE: 16 26
// WHY: a thread that fills a set of signals and blocks them writes nothing else

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/statvfs.h>

struct job {
  struct statvfs disk;
  int value, result;
} *job;

void *first (void *a) {
  sigset_t all, old;
  job->result = 1;
  sigfillset (&all);
  sigdelset (&all, SIGTERM);
  pthread_sigmask (SIG_BLOCK, &all, &old);
  sigemptyset (&all);
  return a;
}

void *second (void *a) {
  if (job->value == 0)
    job->result = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  job = calloc (1, sizeof *job);
  statvfs ("/", &job->disk);
  pthread_create (&t, NULL, first, NULL);
  pthread_create (&u, NULL, second, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
