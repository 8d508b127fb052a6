// RACE value: 13 20
// TINY
// WHY: each thread keeps its ticket, which nobody compares

#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next;
static unsigned mine, yours;
static int data;

static void *first (void *a) {
  data = 1;
  mine = atomic_fetch_add (&next, 1);
  return a;
}

static void *second (void *a) {
  yours = atomic_fetch_add (&next, 1);
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
