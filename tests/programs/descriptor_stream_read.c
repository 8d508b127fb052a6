// RACE: 12 23
// WHY: a stream is closed while another thread may still come to read

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *in;

static void *read_line (void *a) {
  char line[8];
  if (!fgets (line, sizeof line, in))
    return a;
  return NULL;
}

int main (void) {
  pthread_t t;
  in = fopen ("/dev/null", "r");
  pthread_create (&t, 0, read_line, 0);
  usleep (1000);

  fclose (in);
  pthread_join (t, 0);
}
