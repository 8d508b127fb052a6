// RACE: 14 29
// WHY: the handlers run last come first: the lock is given back too early

#include <pthread.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x;

void unlock (void *lock) {
  pthread_mutex_unlock (lock);
}

void note (void *a) {
  x = 1;
  (void)a;
}

void *one (void *a) {
  pthread_mutex_lock (&l);
  pthread_cleanup_push (note, 0);
  pthread_cleanup_push (unlock, &l);
  pthread_exit (a);
  pthread_cleanup_pop (1);
  pthread_cleanup_pop (1);
}

void *two (void *a) {
  pthread_mutex_lock (&l);
  x = 2;
  pthread_mutex_unlock (&l);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
