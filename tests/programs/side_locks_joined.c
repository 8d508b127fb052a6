// RACE path: 22 31
// TINY
// WHY: locks that are initialised before all threads, and destroyed and freed behind their joins, are there for sides

#include <pthread.h>
#include <stdlib.h>

static struct shared {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int ready, data;
} *shared;

static void *use (void *a) {
  pthread_mutex_lock (&shared->lock);
  int seen = shared->ready;
  pthread_mutex_unlock (&shared->lock);
  if (!seen) {
    pthread_mutex_lock (&shared->lock);
    pthread_cond_signal (&shared->changed);
    pthread_mutex_unlock (&shared->lock);
    shared->data = 1;
  }
  return a;
}

static void *publish (void *a) {
  pthread_mutex_lock (&shared->lock);
  shared->ready = 1;
  pthread_mutex_unlock (&shared->lock);
  shared->data = 2;
  return a;
}

static void *both (void *a) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return a;
}

int main (void) {
  pthread_t t;
  shared = malloc (sizeof *shared);
  shared->ready = 0;
  shared->data = 0;
  pthread_mutex_init (&shared->lock, 0);
  pthread_cond_init (&shared->changed, 0);
  pthread_create (&t, 0, both, 0);
  pthread_join (t, 0);
  pthread_mutex_destroy (&shared->lock);
  pthread_cond_destroy (&shared->changed);
  free (shared);
}
