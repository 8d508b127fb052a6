// FREE: -DS=relaxed -DG=acquire
// FREE: -DS=acq_rel -DG=seq_cst
// RACY: -DS=acq_rel -DG=relaxed
// RACY: -DS=seq_cst -DG=relaxed
// WHY: a compare-and-swap that fails reads with its second order
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, memory_order_release);
  return a;
}

static void *take (void *a) {
  int zero = 0;
  if (!atomic_compare_exchange_strong_explicit (&flag, &zero, 2, ORDER (S),
                                                ORDER (G)))
    READ_DATA ();
  return a;
}
RUN (put, take)
