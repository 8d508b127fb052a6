// RACE input: 21 31
// SYMBOLIC: stdin
// STDIN: up
// WHY: what is to be done takes more commands than there are.

#include <pthread.h>
#include <stdio.h>

int height, y;

__attribute__ ((noinline)) void obey (const char *command) {
  if (command[0] == 'u')
    height++;
  else if (command[0] == 'd')
    height--;
}

void *work (void *a) {
  // Three times up, and once down.
  if (height == 2)
    y = 1;
  return a;
}

int main (void) {
  pthread_t t;
  char line[16];
  while (fgets (line, sizeof line, stdin))
    obey (line);
  pthread_create (&t, 0, work, 0);
  y = 2;
  pthread_join (t, 0);
  return 0;
}
