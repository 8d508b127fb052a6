// RACE-FREE
// TINY
// WHY: an atomic counter says who comes last

#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;
static int data;

static void *publish (void *a) {
  data = 1;
  atomic_fetch_add (&arrived, 1);
  return a;
}

static void *use (void *a) {
  if (atomic_fetch_add (&arrived, 1) == 1)
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
