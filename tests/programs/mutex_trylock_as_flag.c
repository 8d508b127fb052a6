// RACE-FREE
// WEAK: 12 22
// WHY: a lock that is found taken says that the data are there

#include <pthread.h>
#include <sched.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int data;

void *one (void *a) {
  data = 1;
  pthread_mutex_lock (&l);
  return a;
}

void *two (void *a) {
  while (pthread_mutex_trylock (&l) == 0) {
    pthread_mutex_unlock (&l);
    sched_yield ();
  }
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
