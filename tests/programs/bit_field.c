// RACE-FREE
// TINY
// WHY: the bit that decides shares its word with others

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  unsigned kind : 3, ready : 1, count : 12;
} state = {5, 0, 77};
static int data;

static void *publish (void *a) {
  data = 1;
  pthread_mutex_lock (&lock);
  state.ready = 1;
  pthread_mutex_unlock (&lock);
  return a;
}

static void *use (void *a) {
  pthread_mutex_lock (&lock);
  unsigned seen = state.ready;
  pthread_mutex_unlock (&lock);
  if (seen)
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
