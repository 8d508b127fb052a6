// CONSEQUENCE: output
// The order decides who may read the file, which has the same bytes.
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[4096];
static int mode = 0600;

static void *open_up (void *unused) {
  mode = 0644;
  return unused;
}

static void *save (void *unused) {
  int file = open (path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
  fchmod (file, (mode_t)mode);
  write (file, "secret\n", 7);
  close (file);
  return unused;
}

int main (int argc, char **argv) {
  pthread_t t, u;
  snprintf (path, sizeof path, "%s.out", argv[0]);
  pthread_create (&t, NULL, open_up, NULL);
  pthread_create (&u, NULL, save, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  mode = 0;
  return argc != 1;
}
