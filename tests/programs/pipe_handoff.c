// RACE-FREE
// WHY: what is read from a pipe was written to it before

#include <pthread.h>
#include <unistd.h>

int ends[2], x;

void *one (void *a) {
  x = 1;
  if (write (ends[1], "x", 1) != 1)
    return (void *)1;
  return a;
}

void *two (void *a) {
  char byte;
  if (read (ends[0], &byte, 1) != 1)
    return (void *)1;
  x = 2;
  return a;
}

int main (void) {
  if (pipe (ends) != 0)
    return 1;
  pthread_t t, u;
  pthread_create (&t, 0, two, 0);
  pthread_create (&u, 0, one, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
