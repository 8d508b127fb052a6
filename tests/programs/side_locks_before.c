// RACE path: 16 32
// TINY
// WHY: the side takes the other thread's lock, and gives it back before the
// access

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *publish (void *a) {
  pthread_mutex_lock (&other);
  data = 1;
  pthread_mutex_unlock (&other);
  pthread_mutex_lock (&lock);
  ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (!seen) {
    pthread_mutex_lock (&other);
    count++;
    pthread_mutex_unlock (&other);
    data = 2;
  }
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
