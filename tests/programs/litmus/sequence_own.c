// FREE:
// WHY: a store of the head's own thread goes on with its release sequence in C11,
// and ends it in C++20; what races in one of them alone is not certified
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, memory_order_release);
  atomic_store_explicit (&flag, 2, memory_order_relaxed);
  return a;
}

static void *take (void *a) {
  if (atomic_load_explicit (&flag, memory_order_acquire) == 2)
    READ_DATA ();
  return a;
}
RUN (put, take)
