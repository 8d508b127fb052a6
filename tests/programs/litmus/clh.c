// FREE: -DX=acq_rel -DL=acquire -DU=release
// RACY: -DX=acq_rel -DL=relaxed -DU=release
// RACY: -DX=acq_rel -DL=acquire -DU=relaxed
// RACY: -DX=relaxed -DL=relaxed -DU=relaxed
// WHY: the lock of Craig, Landin and Hagersten: each waits for the node of the one
// before, which hands the section over
#include "litmus.h"
static atomic_int locked[3];
static _Atomic (atomic_int *) tail = locked + 2;

static void *work (void *a) {
  atomic_int *mine = locked + (long)a;
  atomic_store_explicit (mine, 1, memory_order_relaxed);
  atomic_int *before = atomic_exchange_explicit (&tail, mine, ORDER (X));
  while (atomic_load_explicit (before, ORDER (L)))
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (mine, 0, ORDER (U));
  return a;
}
RUN (work, work)
