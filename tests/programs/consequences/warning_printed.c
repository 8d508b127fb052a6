// CONSEQUENCE: output
// WHY: one order prints a message on standard error

#include <pthread.h>
#include <stdio.h>

static int closed;

void *one (void *a) {
  if (closed)
    fputs ("already closed\n", stderr);
  return a;
}

void *two (void *a) {
  closed = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
