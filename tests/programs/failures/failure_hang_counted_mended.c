// RACE-FREE
// WHY: a signal is sent only if somebody waits, which nobody does in the run: both the wait and the signal are in other orders alone

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, waiting;

static void *put (void *a) {
  pthread_mutex_lock (&lock);
  items++;
  if (waiting)
    pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  while (!items) {
    waiting++;
    pthread_cond_wait (&filled, &lock);
    waiting--;
  }
  items--;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, put, 0);
  pthread_create (&t[1], 0, take, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  return 0;
}
