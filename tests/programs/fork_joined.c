// RACE-FREE
// WHY: the child process has a memory of its own

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

int x;

void *work (void *a) {
  x++;
  return a;
}

int main (void) {
  pthread_t t;
  int status;
  pid_t child = fork ();
  if (child == 0) {
    x = 10;
    _exit (x != 10);
  }
  pthread_create (&t, 0, work, 0);
  pthread_join (t, 0);
  waitpid (child, &status, 0);
  return x != 1 || status != 0;
}
