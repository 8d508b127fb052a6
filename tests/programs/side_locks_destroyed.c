// RACE-FREE
// WHY: on the side the lock is destroyed, so that taking it is undefined

#include <pthread.h>
#include <stdatomic.h>

static atomic_int destroyed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *use (void *a) {
  if (atomic_load (&destroyed)) {
    pthread_mutex_lock (&lock);
    data = 1;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

static void *destroy (void *a) {
  pthread_mutex_destroy (&lock);
  atomic_store (&destroyed, 1);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, destroy, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
