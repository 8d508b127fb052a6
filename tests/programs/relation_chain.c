// RACE value: 11 30
// TINY
// WHY: three threads count under the lock; how far does not matter

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, count;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *count_too (void *a) {
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ++count;
  pthread_mutex_unlock (&lock);
  if (seen <= 3)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, count_too, 0);
  pthread_create (&v, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
