// FAILURE: assertion "version == seen"
// A reader gives its lock back to get it as a writer.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version;

static void *update (void *unused) {
  pthread_rwlock_rdlock (&lock);
  int seen = version;
  pthread_rwlock_unlock (&lock);
  pthread_rwlock_wrlock (&lock);
  assert (version == seen);
  version = seen + 1;
  pthread_rwlock_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, update, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
