// RACE path: 18 31
// TINY
// WHY: what the function returns that the side calls decides that the access
// is reached

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static int limit = 3;

__attribute__ ((noinline)) static int above (int value) {
  return value > limit;
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen)
    if (above (4))
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
