// RACE-FREE
// WHY: there is a child to wait for only behind its start

#include <errno.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
int x;

void *start (void *a) {
  char name[] = "true", *arguments[] = {name, NULL};
  pid_t child;
  x = 1;
  if (posix_spawnp (&child, name, NULL, NULL, arguments, environ))
    x = 3;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, start, 0);
  while (waitpid (-1, NULL, 0) < 0 && errno == ECHILD)
    usleep (1000);
  x = 2;
  pthread_join (t, 0);
  return 0;
}
