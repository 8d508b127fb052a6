// RACE-FREE
// WHY: a stream of a FIFO is open only when another thread opens the other end

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int x;
char folder[] = "/tmp/fifoXXXXXX", path[64];

void *give (void *a) {
  x = 1;
  FILE *f = fopen (path, "w");
  if (f)
    fclose (f);
  return a;
}

int main (void) {
  pthread_t t;
  if (!mkdtemp (folder))
    return 2;
  snprintf (path, sizeof path, "%s/f", folder);
  if (mkfifo (path, 0600))
    return 2;
  pthread_create (&t, 0, give, 0);
  FILE *f = fopen (path, "r");
  x = 2;
  pthread_join (t, 0);
  if (f)
    fclose (f);
  unlink (path);
  rmdir (folder);
  return 0;
}
