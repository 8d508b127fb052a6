// RACE value: 12 23
// TINY
// WHY: nothing depends on what was read, so it may be anything

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, version;
static int seen;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  version = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *watch (void *a) {
  pthread_mutex_lock (&lock);
  seen = version;
  pthread_mutex_unlock (&lock);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, watch, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
