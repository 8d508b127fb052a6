// RACE-FREE
// WHY: on the side the lock is not initialised yet, so that taking it is undefined

#include <pthread.h>
#include <stdatomic.h>

static atomic_int initialised;
static pthread_mutex_t lock;
static int data;

static void *initialise (void *a) {
  data = 1;
  pthread_mutex_init (&lock, 0);
  atomic_store (&initialised, 1);
  return a;
}

static void *use (void *a) {
  if (!atomic_load (&initialised)) {
    pthread_mutex_lock (&lock);
    data = 2;
    pthread_mutex_unlock (&lock);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, initialise, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
