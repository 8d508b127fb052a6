// RACE-FREE

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

void *work (void *a) {
  char buffer[32];
  FILE *file = tmpfile ();
  if (!file)
    return a;
  fprintf (file, "%s %d\n", "line", 12);
  rewind (file);
  a = fgets (buffer, sizeof buffer, file);
  fclose (file);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
