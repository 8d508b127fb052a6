// RACE-FREE
// TINY
// WHY: the value that leads to the access is that of a side of a side whose
// conditions exclude each other

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static int mode;
static volatile int steps;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  mode = 2;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  int k = 0;
  pthread_mutex_lock (&lock);
  int seen = ready, now = mode;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    steps = 1;
    k = 1;
    if (now == 2) {
      steps = 2;
      k = 3;
    }
  }
  steps = 4;
  if (k == 3)
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
