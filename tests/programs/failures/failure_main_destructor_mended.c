// WHY: a destructor of the program leaves with another status

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left = 2;

static void *take (void *a) {
  pthread_mutex_lock (&lock);
  int seen = left;
  pthread_mutex_unlock (&lock);
  pthread_mutex_lock (&lock);
  left = seen - 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *take_at_once (void *a) {
  pthread_mutex_lock (&lock);
  left--;
  pthread_mutex_unlock (&lock);
  return a;
}

static int wait_and_count (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, take, 0);
  pthread_create (&t[1], 0, take_at_once, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], 0);
  pthread_mutex_lock (&lock);
  int count = left;
  pthread_mutex_unlock (&lock);
  return count;
}

__attribute__ ((destructor)) static void leave (void) {
  _Exit (0);
}

int main (void) {
  return wait_and_count ();
}
