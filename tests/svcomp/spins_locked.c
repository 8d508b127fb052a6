// SAFE
// The workers never end, and always hold the lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int work_done;

static void *work (void *unused) {
  while (1) {
    pthread_mutex_lock (&lock);
    work_done++;
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  work (0);
  return 0;
}
