// RACE value: 21 37
// WHY: the count that another thread left has another value, on which the end of
// the thread that is joined does not depend

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits;
static int *data;

static void count (void) {
  pthread_mutex_lock (&lock);
  hits++;
  pthread_mutex_unlock (&lock);
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
