// RACE path: 16 29
// TINY
// WHY: conditions that are destroyed behind the joins are there for sides

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int data, ready, go;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  while (!go)
    pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  data = 1;
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
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
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_mutex_lock (&lock);
  go = 1;
  pthread_cond_signal (&changed);
  pthread_mutex_unlock (&lock);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_cond_destroy (&changed);
}
