// FREE: -DL=acquire -DG=relaxed -DU=release
// FREE: -DL=acq_rel -DG=acquire -DU=release
// RACY: -DL=relaxed -DG=relaxed -DU=release
// RACY: -DL=relaxed -DG=acquire -DU=release
// RACY: -DL=acquire -DG=acquire -DU=relaxed
// WHY: a lock by compare-and-swap; the order of its failure protects nothing
#include "litmus.h"
static atomic_int lock;

static void *work (void *a) {
  for (int zero = 0; !atomic_compare_exchange_strong_explicit (
         &lock, &zero, 1, ORDER (L), ORDER (G));
       zero = 0)
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (&lock, 0, ORDER (U));
  return a;
}
RUN (work, work)
