// RACE: 24 29
// EXIT: 134
// WHY: a flag orders the two frees; the thread goes on behind the second one, and races

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

static char *block;
static atomic_int freed;
static int seen;

void *one (void *a) {
  free (block);
  freed = 1;
  return a;
}

void *two (void *a) {
  while (!freed)
    sched_yield ();
  free (block);
  seen = 1;
  return a;
}

void *three (void *a) {
  seen = 2;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  block = malloc (24);
  pthread_create (&v, 0, three, 0);
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
