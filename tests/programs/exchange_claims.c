// RACE-FREE
// TINY
// WHY: who exchanges first owns the data

#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int data;

static void *publish (void *a) {
  if (!atomic_exchange (&taken, 1))
    data = 1;
  return a;
}

static void *use (void *a) {
  if (!atomic_exchange (&taken, 1))
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
