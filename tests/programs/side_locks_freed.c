// RACE-FREE
// WHY: on the side the lock's memory may have been freed, so that taking it is undefined

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int over;
static pthread_mutex_t *lock;
static int data;

static void *use (void *a) {
  pthread_mutex_t *own = lock;
  if (atomic_load (&over)) {
    pthread_mutex_lock (own);
    data = 1;
    pthread_mutex_unlock (own);
  }
  return a;
}

static void *end (void *a) {
  free (a);
  atomic_store (&over, 1);
  data = 2;
  return 0;
}

int main (void) {
  pthread_t t, u;
  lock = calloc (1, sizeof *lock);
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, end, lock);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
