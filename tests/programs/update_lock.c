// RACE-FREE
// WHY: a lock made of a compare-and-swap, and a count of who waited, which no one
// looks at

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int held, waited;
static int data;

static void *add (void *a) {
  int is_free = 0;
  while (!atomic_compare_exchange_strong (&held, &is_free, 1)) {
    is_free = 0;
    atomic_fetch_add_explicit (&waited, 1, memory_order_relaxed);
    sched_yield ();
  }
  data++;
  atomic_store (&held, 0);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, add, 0);
  pthread_create (&u, 0, add, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
