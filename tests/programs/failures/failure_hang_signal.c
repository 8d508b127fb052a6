// RACE-FREE
// FAILURE: lost-wakeup 24
// WHY: the consumer does not look whether the item is there before it waits, so that a signal that came before is lost

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static void *produce (void *a) {
  pthread_mutex_lock (&lock);
  items++;
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, produce, 0);
  pthread_mutex_lock (&lock);
  // Nobody signals again.
  pthread_cond_wait (&filled, &lock);
  items--;
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return items;
}
