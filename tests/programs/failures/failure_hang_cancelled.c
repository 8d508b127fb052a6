// RACE-FREE
// WHY: the thread whose signal may be lost is cancelled, which ends its wait

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void give_back (void *a) {
  pthread_mutex_unlock (a);
}

static void *consume (void *a) {
  pthread_mutex_lock (&lock);
  pthread_cleanup_push (give_back, &lock);
  pthread_cond_wait (&filled, &lock);
  pthread_cleanup_pop (1);
  return a;
}

static void *produce (void *a) {
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&filled);
  pthread_mutex_unlock (&lock);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, consume, 0);
  pthread_create (&u, 0, produce, 0);
  pthread_join (u, 0);
  pthread_cancel (t);
  pthread_join (t, 0);
  return 0;
}
