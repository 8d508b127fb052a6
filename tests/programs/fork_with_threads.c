// RACE: 11 24
// WHY: a process is forked while another thread runs

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

int x;

void *work (void *a) {
  x = 1;
  return a;
}

int main (void) {
  pthread_t t;
  int status;
  pthread_create (&t, 0, work, 0);
  pid_t child = fork ();
  if (child == 0) {
    x = 3;
    _exit (0);
  }
  x = 2;
  pthread_join (t, 0);
  waitpid (child, &status, 0);
  return status != 0;
}
