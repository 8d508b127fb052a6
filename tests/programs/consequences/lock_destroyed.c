// CONSEQUENCE: one-order

// main destroys a mutex as soon as the worker says that it is done, and the worker still has to
// unlock it. pthread_mutex_destroy of a locked mutex returns EBUSY and changes nothing: it cannot
// come before the unlock, which it races with.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *worker (void *a) {
  pthread_mutex_lock (&lock);
  pthread_mutex_lock (&done_lock);
  done = 1;
  pthread_mutex_unlock (&done_lock);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t;
  int seen;
  pthread_create (&t, 0, worker, 0);
  do {
    pthread_mutex_lock (&done_lock);
    seen = done;
    pthread_mutex_unlock (&done_lock);
  } while (!seen);
  pthread_mutex_destroy (&lock);
  pthread_join (t, 0);
  return 0;
}
