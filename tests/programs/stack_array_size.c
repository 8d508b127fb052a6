// RACE-FREE
// WHY: the array would not fit the stack if it had the size of which nothing
// else depends

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned size = 1u << 30;
static int data;
static int sink;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  size = 32;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  unsigned n = size;
  pthread_mutex_unlock (&lock);
  volatile char v[n];
  v[0] = 1;
  v[1] = v[0];
  sink = v[1];
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
