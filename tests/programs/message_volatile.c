// RACE: 13 18
// WEAK: 12 20
// WHY: volatile is no synchronisation

#include <pthread.h>
#include <sched.h>

volatile int ready;
int data;

void *one (void *a) {
  data = 1;
  ready = 1;
  return a;
}

void *two (void *a) {
  while (!ready)
    sched_yield ();
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
