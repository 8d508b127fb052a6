// RACE-FREE
// WHY: who finds a file that a child has made comes behind what was done before the child began

#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <unistd.h>

extern char **environ;

static int forked, spawned;
static const char of_fork[] = "of-fork", of_spawn[] = "of-spawn";

static void *begins (void *argument) {
  char touch[] = "touch", name[] = "of-spawn", *words[] = {touch, name, NULL};
  pid_t child;
  forked = 1;
  if (!fork ()) {
    close (creat (of_fork, 0600));
    _exit (0);
  }
  spawned = 1;
  if (posix_spawnp (&child, touch, NULL, NULL, words, environ))
    close (creat (of_spawn, 0600));
  return argument;
}

static void *finds (void *argument) {
  while (access (of_fork, F_OK))
    usleep (300);
  forked = 2;
  while (access (of_spawn, F_OK))
    usleep (300);
  spawned = 2;
  return argument;
}

int main (void) {
  pthread_t threads[2];
  unlink (of_fork);
  unlink (of_spawn);
  pthread_create (threads, NULL, finds, NULL);
  pthread_create (threads + 1, NULL, begins, NULL);
  pthread_join (threads[0], NULL);
  pthread_join (threads[1], NULL);
  unlink (of_fork);
  unlink (of_spawn);
  return 0;
}
