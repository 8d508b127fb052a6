// RACE path: 32 39
// TINY
// WHY: the recording finds the buffer with room again; before that the
// producer counts what it drops, outside of the lock

#include <pthread.h>

enum { SIZE = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slots[SIZE], count;
static int dropped;

static int take (void) {
  int item = 0;
  pthread_mutex_lock (&lock);
  if (count > 0)
    item = slots[--count];
  pthread_mutex_unlock (&lock);
  return item;
}

static int put (int item) {
  pthread_mutex_lock (&lock);
  int fits = count < SIZE;
  if (fits)
    slots[count++] = item;
  pthread_mutex_unlock (&lock);
  return fits;
}

static void *consume (void *a) {
  dropped = 0;
  take ();
  return a;
}

static void *produce (void *a) {
  if (!put (9))
    dropped = 1;
  return a;
}

int main (void) {
  put (1);
  put (2);
  pthread_t t, u;
  pthread_create (&t, 0, consume, 0);
  pthread_create (&u, 0, produce, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
