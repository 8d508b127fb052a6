// RACE-FREE
// WHY: standard output is a pipe of the program's own, and what is read from it was written before

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

int x, y, ends[2];

void *print (void *a) {
  x = 1;
  printf ("a");
  fflush (stdout);
  return a;
}

void *write_number (void *a) {
  y = 1;
  if (write (STDOUT_FILENO, "b", 1) != 1)
    y = 2;
  return a;
}

int main (void) {
  pthread_t t;
  char c;
  if (pipe (ends) || dup2 (ends[1], STDOUT_FILENO) < 0)
    return 2;
  pthread_create (&t, 0, print, 0);
  if (read (ends[0], &c, 1) == 1)
    x = 2;
  pthread_join (t, 0);
  pthread_create (&t, 0, write_number, 0);
  if (read (ends[0], &c, 1) == 1)
    y = 3;
  pthread_join (t, 0);
  return 0;
}
