// FAILURE: deadlock
// The item is looked for outside of the section in which the thread waits.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;

static int is_there (void) {
  pthread_mutex_lock (&lock);
  int there = items > 0;
  pthread_mutex_unlock (&lock);
  return there;
}

static void *consume (void *unused) {
  if (!is_there ()) {
    pthread_mutex_lock (&lock);
    pthread_cond_wait (&filled, &lock);
    pthread_mutex_unlock (&lock);
  }
  return unused;
}

static void *produce (void *unused) {
  pthread_mutex_lock (&lock);
  items++;
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, consume, 0);
  pthread_create (&t[1], 0, produce, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
