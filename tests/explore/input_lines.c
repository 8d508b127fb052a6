// RACE input: 15 26
// SYMBOLIC: stdin
// STDIN: aaaa
// WHY: the number of lines that getline finds.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int lines, y;

void *work (void *a) {
  if (lines == 2)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  char *line = 0;
  size_t room = 0;
  while (getline (&line, &room, stdin) > 0)
    lines++;
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  free (line);
  return 0;
}
