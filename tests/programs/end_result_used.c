// RACE-FREE
// WHY: main looks at what the joined thread returns, which is what it has read

#include <pthread.h>
#include <stdatomic.h>

static atomic_long ready;
static int data;

static void *publish (void *a) {
  data = 1;
  atomic_fetch_add (&ready, 1);
  return a;
}

static void *look (void *a) {
  (void)a;
  return (void *)atomic_load (&ready);
}

int main (void) {
  pthread_t t, u;
  void *seen;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, look, 0);
  pthread_join (u, &seen);
  if (seen)
    data = 2;
  pthread_join (t, 0);
}
