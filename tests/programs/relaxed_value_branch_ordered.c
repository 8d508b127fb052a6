// RACE-FREE
// TINY
// WHY: the access is behind a branch that only the published value opens

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level;

static void *raise_level (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *check_level (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  if (seen * 5 + 1 > 10)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, raise_level, 0);
  pthread_create (&u, 0, check_level, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
