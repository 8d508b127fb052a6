// FREE: -DW=release -DM=relaxed -DR=acquire
// FREE: -DW=release -DM=release -DR=acquire
// FREE: -DW=release -DM=acquire -DR=acquire
// RACY: -DW=relaxed -DM=relaxed -DR=acquire
// RACY: -DW=release -DM=relaxed -DR=relaxed
// RACY: -DW=release -DM=relaxed -DR=acquire -DSTORE
// RACY: -DW=relaxed -DM=release -DR=acquire
// RACY: -DW=release -DM=relaxed -DR=acquire -DSTORE -DREVERSED
// WHY: a read-modify-write of any thread goes on with a release sequence, a store
// of another thread ends it
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *pass (void *a) {
#ifdef STORE
  if (atomic_load_explicit (&flag, memory_order_relaxed) == 1)
    atomic_store_explicit (&flag, 2, memory_order_relaxed);
#else
  int one = 1;
  atomic_compare_exchange_strong_explicit (&flag, &one, 2, ORDER (M),
                                           memory_order_relaxed);
#endif
  return a;
}

static void *take (void *a) {
  if (atomic_load_explicit (&flag, ORDER (R)) == 2)
    READ_DATA ();
  return a;
}
RUN (put, pass, take)
