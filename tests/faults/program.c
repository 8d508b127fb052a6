// What fault injection records: a race behind a lock, a file that is read, and
// text that is written.  Errors of its own calls are told and end it with 3.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared, kept;

static void *write_first (void *arg) {
  shared = 1;
  pthread_mutex_lock (&lock);
  kept++;
  pthread_mutex_unlock (&lock);
  return arg;
}

static void *write_second (void *arg) {
  pthread_mutex_lock (&lock);
  kept++;
  pthread_mutex_unlock (&lock);
  shared = 2;
  return arg;
}

static void need (int fine, const char *what) {
  if (!fine) {
    fprintf (stderr, "program: %s failed\n", what);
    exit (3);
  }
}

int main (void) {
  pthread_t a, b;
  FILE *file = fopen ("/etc/passwd", "r");
  need (file != NULL, "fopen");
  need (fgetc (file) != EOF, "fgetc");
  fclose (file);
  need (!pthread_create (&a, NULL, write_first, NULL), "pthread_create");
  need (!pthread_create (&b, NULL, write_second, NULL), "pthread_create");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  need (printf ("%d\n", kept) > 0 && !fflush (stdout), "printf");
  return 0;
}
