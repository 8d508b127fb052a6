// RACE beyond: 22 16
// TINY
// WHY: the function that races is called before it is removed; the recording
// calls another one

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data, other;

static void write_other (void) {
  other = 1;
}

static void write_data (void) {
  data = 2;
}

static void (*hook) (void) = write_data;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  hook = write_other;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  void (*mine) (void) = hook;
  pthread_mutex_unlock (&lock);
  mine ();
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, publish, 0);
  pthread_create (&u, 0, use, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
