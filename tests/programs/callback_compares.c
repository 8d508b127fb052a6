// RACE-FREE
// TINY
// WHY: a function that was passed compares with what was read

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, values[4] = {4, 1, 3, 2}, level = 4;

static int more (int a, int b) {
  return a > b;
}

static int less (int a, int b) {
  return a < b;
}

// The last of the values that 'before' puts behind 'bound'.
__attribute__ ((noinline)) static int last (int (*before) (int, int),
                                            int bound) {
  int found = -1;
  for (int i = 0; i < 4; i++)
    if (before (bound, values[i]))
      found = i;
  return found;
}

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  if (last (a ? less : more, seen) >= 0)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, (void *)1);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
