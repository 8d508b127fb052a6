// RACE
// Each thread begins with the try, which fails only in the middle of the other's section.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work (void *unused) {
  if (pthread_mutex_trylock (&lock)) {
    shared--;
    return unused;
  }
  shared++;
  pthread_mutex_unlock (&lock);
  return unused;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
