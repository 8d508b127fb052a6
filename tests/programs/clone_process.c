// RACE: 15 32
// WHY: a process that clone makes does not disturb the recording
#define _GNU_SOURCE

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

int x, y;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
char stack[65536] __attribute__ ((aligned (16)));

void *work (void *a) {
  x = 1;
  return a;
}

int copy (void *a) {
  for (int i = 0; i < 10000; i++)
    y += i;
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  return a != 0;
}

int main (void) {
  pthread_t t;
  int status = 1;
  pid_t child = clone (copy, stack + sizeof stack, SIGCHLD, 0);
  pthread_create (&t, 0, work, 0);
  x = 2;
  waitpid (child, &status, 0);
  pthread_join (t, 0);
  return status != 0;
}
