// RACE-FREE
// WHY: on the side the output is a pipe that is full, so that printing waits for ever

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int begun;
static int data;

static void *begin (void *a) {
  atomic_store (&begun, 1);
  data = 2;
  atomic_store (&begun, 0);
  return a;
}

static void *use (void *a) {
  if (atomic_load (&begun)) {
    printf ("%70000d\n", 1);
    data = 1;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  int ends[2];
  if (pipe (ends) || close (1) || dup (ends[1]) != 1)
    return 1;
  pthread_create (&t, 0, begin, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
