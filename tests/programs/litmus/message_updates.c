// FREE: -DW=release -DM=relaxed -DR=acquire
// RACY: -DW=relaxed -DM=relaxed -DR=acquire
// RACY: -DW=release -DM=relaxed -DR=relaxed
// RACY: -DW=relaxed -DM=release -DR=acquire
// RACY: -DW=release -DM=relaxed -DR=acquire -DLATE
// WHY: two updates by compare-and-swap; the last one acquires for its own thread,
// and a store in between ends the sequence
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *update (void *a) {
  int one = 1;
#ifdef LATE
  if (atomic_load_explicit (&flag, memory_order_relaxed))
    atomic_store_explicit (&flag, 1, memory_order_relaxed);
#endif
  atomic_compare_exchange_strong_explicit (&flag, &one, 2, ORDER (M),
                                           memory_order_relaxed);
  return a;
}

static void *take (void *a) {
  int two = 2;
  if (atomic_compare_exchange_strong_explicit (&flag, &two, 3, ORDER (R),
                                               memory_order_relaxed))
    WRITE_DATA ();
  return a;
}
RUN (put, update, take)
