// RACE-FREE
// WHY: a child of vfork finds the variable only behind setenv

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int x;

void *set (void *a) {
  x = 1;
  setenv ("FOUND", "1", 1);
  return a;
}

int main (void) {
  pthread_t t;
  int status = 0;
  pthread_create (&t, 0, set, 0);
  do {
    usleep (1000);
    pid_t child = vfork ();
    if (!child) {
      execl ("/bin/sh", "sh", "-c", "test \"$FOUND\" = 1", (char *)NULL);
      _exit (127);
    }
    waitpid (child, &status, 0);
  } while (status);
  x = 2;
  pthread_join (t, 0);
  return 0;
}
