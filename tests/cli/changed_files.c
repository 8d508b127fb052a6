// Changes files in all ways, and finds each as it was before when it begins.
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int before, x, y;
static char names[2][32] = {"temporary.XXXXXX", "directory.XXXXXX"};
static int lines (const char *name) {
  FILE *f = fopen (name, "r");
  int n = 0;
  for (int c; f && (c = getc (f)) != EOF;)
    n += c == '\n';
  if (f)
    fclose (f);
  return f ? n : -1;
}
static void *work (void *a) {
  struct stat status;
  FILE *log = fopen ("log", "a"); // appends
  fprintf (log, "a line\n");
  fclose (log);
  if (lines ("log") == 3)
    x = 1;
  if (!mkdir ("new", 0777) && !stat ("new", &status)) {
    FILE *f = fopen ("new/file", "wx");
    fclose (f);
    if (!rename ("new/file", "moved") && !unlink ("old") && access ("old", F_OK) && lines ("moved") == 0)
      y = 1;
  }
  return a;
}
// The link in the place leads out of it.
static int append_behind_links (void) {
  FILE *f = fopen ("leads", "a");
  fprintf (f, "a line\n");
  fclose (f);
  return symlink ("leads", "made") || lines ("made") != 2;
}
int main (void) {
  pthread_t t;
  before = lines ("log");
  if (before != 2 || lines ("old") != 1)
    return 9;
  if (append_behind_links ())
    return 7;
  int fd = mkstemp (names[0]);
  if (fd < 0 || !mkdtemp (names[1]) || rmdir (names[1]))
    return 8;
  close (fd);
  if (!truncate ("cut", 1) && creat ("cut.2", 0600) > 0)
    pthread_create (&t, NULL, work, NULL);
  x = 2;
  y = 2;
  pthread_join (t, NULL);
  puts (names[0]);
  unlink (names[0]);
  return lines ("log") != 3;
}
