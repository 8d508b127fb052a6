// FREE:
// WHY: what happens before the creation of a thread, and behind its join, needs
// no atomics
#include "litmus.h"
static atomic_int flag;

static void *child (void *a) {
  if (atomic_load_explicit (&flag, memory_order_relaxed))
    WRITE_DATA ();
  atomic_store_explicit (&flag, 2, memory_order_relaxed);
  return a;
}

int main (void) {
  pthread_t t;
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, memory_order_relaxed);
  pthread_create (&t, 0, child, 0);
  pthread_join (t, 0);
  READ_DATA ();
  return 0;
}
