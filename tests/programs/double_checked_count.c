// RACE path: 14 38
// TINY
// WHY: the recorded second user finds the object made; a user that makes it
// counts outside of the lock

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int made;
static int object, makers;

static void *publish (void *a) {
  makers = 0;
  if (!atomic_load (&made)) {
    pthread_mutex_lock (&lock);
    if (!made) {
      object = 1;
      atomic_store (&made, 1);
    }
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *use (void *a) {
  int maker = 0;
  if (!atomic_load (&made)) {
    pthread_mutex_lock (&lock);
    if (!made) {
      object = 1;
      atomic_store (&made, 1);
      maker = 1;
    }
    pthread_mutex_unlock (&lock);
  }
  if (maker)
    makers = 1;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
