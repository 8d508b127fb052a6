// RACE value: 12 21
// TINY
// WHY: a progress counter that is only shown: the poller goes on at any count

#include <pthread.h>
#include <stdatomic.h>

static atomic_int progress;
static int shown, result;

static void *work (void *a) {
  result = 1;
  atomic_store (&progress, 50);
  atomic_store (&progress, 100);
  return a;
}

static void *poll (void *a) {
  int percent = atomic_load (&progress);
  shown = percent <= 100 ? percent : 100;
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
