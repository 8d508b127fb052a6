// RACE-FREE
// WHY: whoever sees the flag knows that the data are there

#include <pthread.h>
#include <sched.h>

pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int data, ready;

void *one (void *a) {
  data = 42;
  pthread_mutex_lock (&l);
  ready = 1;
  pthread_mutex_unlock (&l);
  return a;
}

int is_ready (void) {
  pthread_mutex_lock (&l);
  int result = ready;
  pthread_mutex_unlock (&l);
  return result;
}

void *two (void *a) {
  while (!is_ready ())
    sched_yield ();
  data++;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
