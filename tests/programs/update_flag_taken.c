// RACE-FREE
// TINY
// WHY: who takes the flag back by an exchange looks at what it was

#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *publish (void *a) {
  data = 1;
  atomic_exchange (&ready, 1);
  return a;
}

static void *use (void *a) {
  if (atomic_exchange (&ready, 0))
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
