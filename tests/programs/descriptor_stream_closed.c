// RACE: 11 21
// WHY: a stream is closed while another thread may still come to print

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *out;

static void *print (void *a) {
  fprintf (out, "%d\n", 1);
  return a;
}

int main (void) {
  pthread_t t;
  out = fopen ("/dev/null", "w");
  pthread_create (&t, 0, print, 0);
  usleep (1000);

  fclose (out);
  pthread_join (t, 0);
}
