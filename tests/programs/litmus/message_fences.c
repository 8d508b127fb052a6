// FREE: -DF=release -DG=acquire
// FREE: -DF=seq_cst -DG=seq_cst
// FREE: -DF=acq_rel -DG=acq_rel
// FREE: -DF=release -DG=acquire -DW=release
// RACY: -DF=acquire -DG=acquire
// RACY: -DF=release -DG=release
// RACY: -DF=relaxed -DG=seq_cst
// RACY: -DF=seq_cst -DG=relaxed
// FREE: -DF=release -DG=acquire -DREVERSED
// RACY: -DF=acquire -DG=acquire -DREVERSED
// RACY: -DF=seq_cst -DG=relaxed -DREVERSED
// WHY: relaxed accesses between fences
#include "litmus.h"
#ifndef W
#define W relaxed
#endif
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_thread_fence (ORDER (F));
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *take (void *a) {
  int seen = atomic_load_explicit (&flag, memory_order_relaxed);
  atomic_thread_fence (ORDER (G));
  if (seen)
    READ_DATA ();
  return a;
}
RUN (put, take)
