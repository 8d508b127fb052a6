// BUG: aget 0.4: the handler of an interrupt saves how much is written without the lock of the writers
// FIRST: data race on 'bwritten'.*DIFFERENT OUTPUT

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t bwritten_mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned bwritten;

static void *http_get (void *a) {
  pthread_mutex_lock (&bwritten_mutex);
  bwritten += 512;
  pthread_mutex_unlock (&bwritten_mutex);
  return a;
}

static void *signal_waiter (void *a) {
  printf ("resume at %u\n", bwritten);
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, http_get, 0);
  pthread_create (&u, 0, http_get, 0);
  pthread_create (&v, 0, signal_waiter, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
