// RACE-FREE
// WHY: in the run the condition is initialised behind the place where another order would signal it: which of two objects the signal is for is not known

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int waiting, items;

static void *put (void *a) {
  pthread_mutex_lock (&lock);
  items = 1;
  if (waiting)
    pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  pthread_cond_init (&filled, 0);
  while (!items) {
    waiting = 1;
    pthread_cond_wait (&filled, &lock);
  }
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
