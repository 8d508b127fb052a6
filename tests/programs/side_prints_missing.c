// RACE-FREE
// FLAGS: -Wno-format
// WHY: on the side printing takes an argument that is not there

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int begun;
static int data;

static void *use (void *a) {
  if (atomic_load (&begun)) {
    printf ("%d %d\n", 1);
    data = 1;
  }
  return a;
}

static void *end (void *a) {
  atomic_store (&begun, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&u, 0, use, 0);
  pthread_create (&t, 0, end, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
