// RACE input: 14 24
// SYMBOLIC: stdin
// STDIN: xxstxx
// WHY: a line that contains a word.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

int stop, y;

void *work (void *a) {
  if (stop)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  char line[64];
  if (fgets (line, sizeof line, stdin) && strstr (line, "stop"))
    stop = 1;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
