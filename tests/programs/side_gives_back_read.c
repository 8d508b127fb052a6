// RACE beyond: 14 29
// WHY: the side gives back a lock that it reads under, in which the other
// access writes

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static pthread_rwlock_t own = PTHREAD_RWLOCK_INITIALIZER;

static void *publish (void *a) {
  pthread_rwlock_wrlock (&own);
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
  pthread_rwlock_rdlock (&own);
  if (!seen) {
    pthread_rwlock_unlock (&own);
    data = 2;
    pthread_rwlock_rdlock (&own);
  }
  pthread_rwlock_unlock (&own);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
