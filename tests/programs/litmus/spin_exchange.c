// FREE: -DL=acquire -DU=release
// FREE: -DL=acq_rel -DU=release
// FREE: -DL=seq_cst -DU=seq_cst
// RACY: -DL=relaxed -DU=release
// RACY: -DL=acquire -DU=relaxed
// RACY: -DL=release -DU=release
// WHY: a lock by exchange and store
#include "litmus.h"
static atomic_int lock;

static void *work (void *a) {
  while (atomic_exchange_explicit (&lock, 1, ORDER (L)))
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (&lock, 0, ORDER (U));
  return a;
}
RUN (work, work)
