// RACE-FREE
// WHY: what is in a mutex is nobody's to read, and no event tells of it; here it
// says that the mutex is held, so that the side writes nothing

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

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
  if (!seen && !held.__data.__lock)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_mutex_lock (&held);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_mutex_unlock (&held);
}
