// RACE-FREE
// WEAK: 14 22
// WHY: pthread_mutex_destroy fails while another thread holds the mutex, as a
// trylock does; only then the second thread writes. Neither synchronises when it
// fails.
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *holds (void *a) {
  x = 1;
  pthread_mutex_lock (&m);
  return a;
}

static void *destroys (void *a) {
  usleep (1000);
  if (pthread_mutex_destroy (&m) == EBUSY)
    x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, holds, 0);
  pthread_create (&u, 0, destroys, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return x != 2;
}
