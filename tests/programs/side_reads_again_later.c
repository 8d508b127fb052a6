// RACE path: 18 32
// TINY
// WHY: the side reads again what it was entered for, after it gave the lock
// back, and may find something else

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, ready;

static void *publish (void *a) {
  pthread_mutex_lock (&lock);
  ready = 2;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  ready = 3;
  pthread_mutex_unlock (&lock);
  data = 4;
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  int seen = ready;
  pthread_mutex_unlock (&lock);
  if (seen != 2)
    return a;
  pthread_mutex_lock (&lock);
  int again = ready;
  pthread_mutex_unlock (&lock);
  if (again == 3)
    data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
