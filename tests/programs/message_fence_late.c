// RACE-FREE
// WEAK: 13 23
// WHY: a release fence orders what comes before it, and stores behind it

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int ready;
int data;

void *one (void *a) {
  data = 1;
  atomic_store_explicit (&ready, 1, memory_order_relaxed);
  atomic_thread_fence (memory_order_release);
  return a;
}

void *two (void *a) {
  while (!atomic_load_explicit (&ready, memory_order_relaxed))
    sched_yield ();
  atomic_thread_fence (memory_order_acquire);
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
