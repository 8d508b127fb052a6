// RACE: 25 33
// WHY: a hand-made lock hides a race as a mutex does

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int lock;
int x;

void take (void) {
  int free;
  do {
    free = 0;
    sched_yield ();
  } while (!atomic_compare_exchange_strong (&lock, &free, 1));
}

void give (void) {
  atomic_store (&lock, 0);
}

void *one (void *a) {
  take ();
  x = 1;
  give ();
  return a;
}

void *two (void *a) {
  take ();
  give ();
  x = 2;
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
