// RACE-FREE
// FAILURE: deadlock 39
// TINY
// WHY: the side waits for a lock that is held until its thread was joined

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;

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
  if (!seen) {
    pthread_mutex_lock (&all);
    data = 2;
    pthread_mutex_unlock (&all);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_mutex_lock (&all);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_mutex_unlock (&all);
}
