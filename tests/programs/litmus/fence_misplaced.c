// RACY: -DLATE_RELEASE
// RACY: -DEARLY_ACQUIRE
// FREE:
// WHY: a release fence counts before the store, an acquire fence behind the load
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
#ifndef LATE_RELEASE
  atomic_thread_fence (memory_order_release);
#endif
  atomic_store_explicit (&flag, 1, memory_order_relaxed);
#ifdef LATE_RELEASE
  atomic_thread_fence (memory_order_release);
#endif
  return a;
}

static void *take (void *a) {
#ifdef EARLY_ACQUIRE
  atomic_thread_fence (memory_order_acquire);
#endif
  int seen = atomic_load_explicit (&flag, memory_order_relaxed);
#ifndef EARLY_ACQUIRE
  atomic_thread_fence (memory_order_acquire);
#endif
  if (seen)
    READ_DATA ();
  return a;
}
RUN (put, take)
