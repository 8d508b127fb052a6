// RACE
// Goes on when the lock is busy, which it is only in the middle of a section.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work (void *unused) {
  pthread_mutex_lock (&lock);
  shared++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  int busy = pthread_mutex_trylock (&lock);
  shared--;
  if (!busy)
    pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return 0;
}
