// RACE-FREE
// WHY: a thread that is never joined, and has done nothing yet when the run ends, ends the wait whose signal may be lost

#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *watch (void *a) {
  sleep (1);
  pthread_mutex_lock (&lock);
  pthread_cond_broadcast (&filled);
  pthread_mutex_unlock (&lock);
  return a;
}

static void *consume (void *a) {
  pthread_mutex_lock (&lock);
  pthread_cond_wait (&filled, &lock);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, watch, 0);
  pthread_create (&u, 0, consume, 0);
  usleep (10000);
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  pthread_join (u, 0);
  return 0;
}
