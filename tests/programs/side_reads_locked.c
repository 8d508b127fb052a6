// RACE path: 14 28
// TINY
// WHY: both accesses are made by readers of a lock

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static pthread_rwlock_t own = PTHREAD_RWLOCK_INITIALIZER;

static void *publish (void *a) {
  pthread_rwlock_rdlock (&own);
  data = 1;
  pthread_rwlock_unlock (&own);
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
    pthread_rwlock_rdlock (&own);
    data = 2;
    pthread_rwlock_unlock (&own);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
