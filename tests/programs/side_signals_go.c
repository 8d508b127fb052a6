// RACE-FREE
// TINY
// WHY: the thread that the side wakes waits for what comes behind the access

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int data, ready, go;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  ready = 1;
  while (!go)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  data = 1;
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    pthread_cond_signal (&changed);
    data = 2;
  }
  pthread_mutex_lock (&lock);
  go = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
