// RACE-FREE
// WHY: what fails changes nothing: the lock is held until it is given back
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>

pthread_mutex_t l = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int x, errors;

void *work (void *a) {
  pthread_mutex_lock (&l);
  errors += pthread_mutex_lock (&l) == EDEADLK;
  x++;
  pthread_mutex_unlock (&l);
  if (pthread_mutex_unlock (&l) != EPERM)
    return a;
  return 0;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, work, 0);
  pthread_create (&u, 0, work, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return !(x == 2 && errors == 2);
}
