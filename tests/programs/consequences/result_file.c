// CONSEQUENCE: output
// NOTE: lost update: 1 instead of 2
// WHY: two threads count without a lock; the sum goes to a file.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *add (void *a) {
  count++;
  return a;
}

int main (int argc, char **argv) {
  char path[4096];
  pthread_t t, u;
  (void)argc;
  snprintf (path, sizeof path, "%s.out", argv[0]);
  pthread_create (&t, 0, add, 0);
  pthread_create (&u, 0, add, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  FILE *file = fopen (path, "w");
  fprintf (file, "# result\ncount=%d\n", count);
  fclose (file);
  return 0;
}
