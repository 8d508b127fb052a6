// RACE-FREE
// FAILURE: deadlock 26
// WHY: a thread waits in a section for the end of another one, which enters a section of the same lock

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work (void *a) {
  pthread_mutex_lock (&lock);
  total++;
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (u, 0);

  // That thread may not have begun.
  pthread_mutex_lock (&lock);
  total++;
  pthread_join (t, 0);
  pthread_mutex_unlock (&lock);
  return 0;
}
