// A race that the order of the locks hides.  In the run that hidden.std
// records, writer1 gives l back before writer2 takes it, so tools that order
// events by what happened see nothing.  With the lock taken in the other
// order, nothing keeps the two writes to x apart.
//
//   cc -pthread examples/hidden.c -o hidden

#include <pthread.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *writer1 (void *arg) {
  pthread_mutex_lock (&l);
  x = 0;
  pthread_mutex_unlock (&l);
  return arg;
}

static void *writer2 (void *arg) {
  pthread_mutex_lock (&l);
  pthread_mutex_unlock (&l);
  x = 1;
  return arg;
}

int main (void) {
  pthread_t t1, t2;
  pthread_create (&t1, NULL, writer1, NULL);
  pthread_create (&t2, NULL, writer2, NULL);
  pthread_join (t1, NULL);
  pthread_join (t2, NULL);
  return x;
}
