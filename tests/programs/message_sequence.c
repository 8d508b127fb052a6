// RACE-FREE
// WHY: the update goes on with the release sequence of the store

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int ready;
int data;

void *one (void *a) {
  data = 1;
  atomic_store_explicit (&ready, 1, memory_order_release);
  return a;
}

void *between (void *a) {
  while (!atomic_load_explicit (&ready, memory_order_relaxed))
    sched_yield ();
  atomic_fetch_add_explicit (&ready, 1, memory_order_relaxed);
  return a;
}

void *two (void *a) {
  while (atomic_load_explicit (&ready, memory_order_acquire) < 2)
    sched_yield ();
  data = 2;
  return a;
}

int main (void) {
  pthread_t t, u, v;
  pthread_create (&t, 0, one, 0);
  pthread_create (&u, 0, between, 0);
  pthread_create (&v, 0, two, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  pthread_join (v, 0);
}
