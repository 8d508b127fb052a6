// RACE: 12 18
// TINY
// WHY: nobody looks at what the counter was, so that it orders nothing

#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int data;

static void *first (void *a) {
  data = 1;
  atomic_fetch_add (&count, 1);
  return a;
}
static void *second (void *a) {
  atomic_fetch_add (&count, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, first, 0);
  pthread_create (&u, 0, second, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
