// RACE-FREE
// WHY: standard input is a pipe of the program's own, and what is read from it was written before

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int x, ends[2];

void *give (void *a) {
  x = 1;
  if (write (ends[1], "a\n", 2) != 2)
    x = 3;
  return a;
}

int main (void) {
  pthread_t t;
  close (STDIN_FILENO);
  if (pipe (ends) || ends[0] != STDIN_FILENO)
    return 2;
  pthread_create (&t, 0, give, 0);
  if (getchar () == 'a')
    x = 2;
  pthread_join (t, 0);
  return 0;
}
