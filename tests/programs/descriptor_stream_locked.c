// RACE-FREE
// WHY: a stream is closed when nobody prints any more, by a lock or by a join

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static FILE *out, *last;

static void *print (void *a) {
  pthread_mutex_lock (&m);
  if (out)
    fputs ("x", out);
  pthread_mutex_unlock (&m);
  fwrite ("y", 1, 1, last);
  fprintf (stdout, "%s", "");
  return a;
}

int main (void) {
  pthread_t t[2];
  out = fopen ("/dev/null", "w");
  last = fopen ("/dev/null", "w");
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, print, 0);
  pthread_mutex_lock (&m);
  fclose (out);
  out = NULL;
  pthread_mutex_unlock (&m);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  fclose (last);
}
