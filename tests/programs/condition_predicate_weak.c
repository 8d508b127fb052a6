// RACE value: 12 25
// TINY
// WHY: the predicate holds from the beginning, so that nobody ever waits

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int data, ready = 1;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 2;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  while (ready < 1)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
