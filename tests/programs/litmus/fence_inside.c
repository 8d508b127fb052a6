// FREE: -DG=acquire
// FREE: -DG=acquire -DREVERSED
// FREE: -DG=seq_cst -DREVERSED
// RACY: -DG=release
// RACY: -DG=release -DREVERSED
// WHY: a fence on one side of a branch, which the run does not take if it looks first
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, memory_order_release);
  return a;
}

static void *take (void *a) {
  if (atomic_load_explicit (&flag, memory_order_relaxed)) {
    atomic_thread_fence (ORDER (G));
    READ_DATA ();
  }
  return a;
}
RUN (put, take)
