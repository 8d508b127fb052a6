// RACE
// Two readers of a lock write.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cache;

static void *work (void *unused) {
  pthread_rwlock_rdlock (&lock);
  cache = 1;
  pthread_rwlock_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  pthread_join (t, 0);
  return 0;
}
