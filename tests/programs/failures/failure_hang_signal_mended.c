// RACE-FREE
// WHY: the consumer looks whether the item is there in the section in which it waits

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
  while (!items)
    pthread_cond_wait (&filled, &lock);
  items--;
  pthread_mutex_unlock (&lock);
  pthread_join (t, 0);
  return items;
}
