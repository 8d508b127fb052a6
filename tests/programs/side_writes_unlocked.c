// RACE path: 15 32
// TINY
// WHY: the side gives back what it has, a writer first and then a reader of a
// lock that the other access needs to write

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
  if (!seen) {
    pthread_rwlock_wrlock (&own);
    pthread_rwlock_unlock (&own);
    pthread_rwlock_rdlock (&own);
    pthread_rwlock_unlock (&own);
    data = 2;
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
