// CONSEQUENCE: crash
// WHY: the pointer is followed again at the same place, with the lock of the thread that
// clears it, so that either order crashes at the racing read

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value, *pointer = &value;

static void follow (void) {
  *pointer = 1;
}

void *one (void *a) {
  follow ();
  pthread_mutex_lock (&lock);
  follow ();
  pthread_mutex_unlock (&lock);
  return a;
}

void *two (void *a) {
  pthread_mutex_lock (&lock);
  pointer = 0;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
