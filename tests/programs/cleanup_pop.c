// RACE-FREE

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void unlock (void *lock) {
  pthread_mutex_unlock (lock);
}

void *work (void *a) {
  pthread_mutex_lock (&l);
  pthread_cleanup_push (unlock, &l);
  x++;
  pthread_cleanup_pop (1);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
