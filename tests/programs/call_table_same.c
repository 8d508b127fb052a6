// RACE value: 23 35
// TINY
// WHY: a table says which function decides; it says the same of both values

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, level = 1, calls;

static int never (int n) {
  calls = 1;
  return n < 0;
}

static int enough (int n) {
  calls = 2;
  return n >= 1;
}

static int (*const handlers[]) (int) = {never, enough};

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
  if (handlers[(long)a](seen))
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
