// RACE-FREE
// TINY
// WHY: only the last value of the counter lets the poller at the result

#include <pthread.h>
#include <stdatomic.h>

static atomic_int progress;
static int result;

static void *work (void *a) {
  atomic_store (&progress, 50);
  result = 1;
  atomic_store (&progress, 100);
  return a;
}

static void *poll (void *a) {
  int percent = atomic_load (&progress);
  if (percent / 2 >= 50)
    result = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, poll, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
