// RACE-FREE
// WHY: the lock is free in the child, since the handlers saw to it

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void lock (void) {
  pthread_mutex_lock (&l);
}

void unlock (void) {
  pthread_mutex_unlock (&l);
}

void *work (void *a) {
  lock ();
  x++;
  unlock ();
  return a;
}

int main (void) {
  pthread_t t;
  int status;
  pthread_atfork (lock, unlock, unlock);
  pthread_create (&t, 0, work, 0);
  pid_t child = fork ();
  if (child == 0) {
    work (0);
    _exit (0);
  }
  work (0);
  pthread_join (t, 0);
  waitpid (child, &status, 0);
  return x != 2 || status != 0;
}
