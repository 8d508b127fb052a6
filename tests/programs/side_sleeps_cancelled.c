// RACE-FREE
// TINY
// WHY: whoever comes to this side was cancelled before, and ends where it sleeps

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int asked;
static int data;
static pthread_t worker;

static void *work (void *a) {
  if (atomic_load (&asked)) {
    usleep (1);
    data = 1;
  }
  return a;
}

static void *ask (void *a) {
  pthread_cancel (worker);
  atomic_store (&asked, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&worker, 0, work, 0);
  pthread_create (&t, 0, ask, 0);
  pthread_join (t, 0);
  pthread_join (worker, 0);
}
