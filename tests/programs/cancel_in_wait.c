// RACE-FREE
// WHY: a cancelled wait holds the lock again when the handlers run

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x;

void clean (void *a) {
  x++;
  pthread_mutex_unlock (&l);
  (void)a;
}

void *work (void *a) {
  pthread_mutex_lock (&l);
  pthread_cleanup_push (clean, 0);
  for (;;)
    pthread_cond_wait (&c, &l);
  pthread_cleanup_pop (0);
  return a;
}

int main (void) {
  pthread_t t;
  pthread_create (&t, 0, work, 0);
  pthread_cancel (t);
  pthread_mutex_lock (&l);
  x++;
  pthread_mutex_unlock (&l);
  pthread_join (t, 0);
  return x != 2;
}
