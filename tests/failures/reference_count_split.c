// FAILURE: assertion "!released"
// The count is read and written in two sections: one reference is forgotten.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int references = 1, released;

static int change (int by) {
  pthread_mutex_lock (&lock);
  int old = references;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  references = old + by;
  pthread_mutex_unlock (&lock);
  return old + by;
}

static void *user (void *unused) {
  change (1);
  pthread_mutex_lock (&lock);
  assert (!released);
  pthread_mutex_unlock (&lock);
  if (!change (-1))
    released = 1;
  return unused;
}

int main (void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], 0, user, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  assert (references == 1);
  return 0;
}
