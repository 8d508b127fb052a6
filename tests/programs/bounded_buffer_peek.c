// RACE value: 24 35
// TINY
// WHY: a consumer looks at the newest slot after it gave the lock back; how
// much is in the buffer does not matter for that, as long as it is not empty

#include <pthread.h>

enum { SIZE = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slots[SIZE], count, dropped;

static void put (int item) {
  pthread_mutex_lock (&lock);
  if (count < SIZE)
    slots[count++] = item;
  else
    dropped++;
  pthread_mutex_unlock (&lock);
}

static int statistics;

static void *produce (void *a) {
  statistics = 1;
  put (7);
  put (8);
  return a;
}

static void *consume (void *a) {
  pthread_mutex_lock (&lock);
  int there = count;
  pthread_mutex_unlock (&lock);
  if (there > 0)
    statistics = there;
  return a;
}

int main (void) {
  put (6);
  pthread_t t, u;
  pthread_create (&t, 0, produce, 0);
  pthread_create (&u, 0, consume, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
