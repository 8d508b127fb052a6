// RACE value: 13 26
// TINY
// WHY: the exchange is made beside the read if the level is another one, with
// which the branch goes the same way

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level, got;

static void *raise_level (void *a) {
  got = *(volatile int *)&data;
  pthread_mutex_lock (&lock);
  level = 3;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *check_level (void *a) {
  pthread_mutex_lock (&lock);
  int seen = level;
  pthread_mutex_unlock (&lock);
  int old = 0;
  if (seen < 10)
    atomic_compare_exchange_strong ((_Atomic int *)&data, &old, 2);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, raise_level, 0);
  pthread_create (&u, 0, check_level, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
