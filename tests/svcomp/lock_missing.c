// RACE
// One of two threads forgets the lock.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *work (void *a) {
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  count = 5;
  pthread_join (t, 0);
  return 0;
}
