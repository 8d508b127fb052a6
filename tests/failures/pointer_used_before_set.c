// FAILURE: signal 11
// The new thread uses what its creator sets afterwards.
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int *volatile shared;

static void *use (void *unused) {
  pthread_mutex_lock (&lock);
  *shared = 1;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, use, 0);
  pthread_mutex_lock (&lock);
  shared = &value;
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return 0;
}
