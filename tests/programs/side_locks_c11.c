// RACE path: 14 29
// TINY
// WHY: the side takes locks of C11

#include <pthread.h>
#include <threads.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static mtx_t own;

static void *publish (void *a) {
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
    mtx_lock (&own);
    mtx_unlock (&own);
    if (mtx_trylock (&own) == thrd_success)
      data = 2;
    mtx_unlock (&own);
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  mtx_init (&own, mtx_plain);
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
