// RACE-FREE
// WHY: on the side the output is held by another thread, so that printing waits for it

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int held;
static int data;

static void *use (void *a) {
  if (atomic_load (&held)) {
    printf ("held\n");
    data = 1;
  }
  return a;
}

static void *hold (void *a) {
  flockfile (stdout);
  atomic_store (&held, 1);
  data = 2;
  atomic_store (&held, 0);
  funlockfile (stdout);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, hold, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
