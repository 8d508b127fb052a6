// RACY:
// WHY: a fence for signal handlers orders nothing between threads
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_signal_fence (memory_order_seq_cst);
  atomic_store_explicit (&flag, 1, memory_order_relaxed);
  return a;
}

static void *take (void *a) {
  int seen = atomic_load_explicit (&flag, memory_order_relaxed);
  atomic_signal_fence (memory_order_seq_cst);
  if (seen)
    READ_DATA ();
  return a;
}
RUN (put, take)
