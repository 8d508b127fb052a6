// RACE-FREE
// WHY: a lock made of an exchange and released by a subtraction

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int held;
static int data;

static void *add (void *a) {
  while (atomic_exchange_explicit (&held, 1, memory_order_acquire))
    sched_yield ();
  data++;
  atomic_fetch_sub_explicit (&held, 1, memory_order_release);
  return a;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, add, 0);
  pthread_create (&u, 0, add, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
}
