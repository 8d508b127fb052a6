// RACE: 22 38
// WHY: a thread that is joined has counted what another one counted before; its
// end does not depend on that

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int hits;
static int *data;

static void count (void) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  hits++;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  data[8] = 1;
  count ();
  return a;
}

static void *other (void *a) {
  count ();
  return a;
}

int main (void) {
  pthread_t t, u;
  data = malloc (16 * sizeof *data);
  pthread_create (&t, 0, use, 0);
  pthread_create (&u, 0, other, 0);
  pthread_join (u, 0);
  free (data);
  pthread_join (t, 0);
}
