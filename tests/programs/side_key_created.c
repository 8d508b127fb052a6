// RACE-FREE
// WHY: pthread_key_create wrote what the side reads; no record tells

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;
static pthread_key_t q, r;

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
    if (q)
      return a;
    data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_key_create (&r, 0);
  pthread_key_create (&q, 0);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
