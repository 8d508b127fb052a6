// RACE-FREE
// TINY
// WHY: the side gives the lock back and returns early, after an access inside
// of it

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static int users;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  data = 1;
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  if (!ready) {
    data = 2;
    pthread_mutex_unlock (&lock);
    return a;
  }
  users++;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
