// RACE value: 17 28
// WHY: the reader goes on whichever of the two values it finds that the worker sets
// WHY: all flags to, but not with the zeros before them
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct {
  long flags[4];
} item;
static int data;

static void *worker (void *a) {
  pthread_mutex_lock (&m);
  memset (&item, 1, sizeof item);
  pthread_mutex_unlock (&m);
  data = 1;
  pthread_mutex_lock (&m);
  memset (&item, 0xff, sizeof item);
  pthread_mutex_unlock (&m);
  return a;
}
static void *reader (void *a) {
  pthread_mutex_lock (&m);
  long ready = item.flags[1];
  pthread_mutex_unlock (&m);
  if (ready)
    data = 2;
  return a;
}

int main (void) {
  pthread_t one, two;
  pthread_create (&one, NULL, worker, NULL);
  pthread_create (&two, NULL, reader, NULL);
  pthread_join (one, NULL);
  pthread_join (two, NULL);
  return 0;
}
