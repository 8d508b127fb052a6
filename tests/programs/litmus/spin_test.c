// FREE: -DX=acquire -DU=release
// FREE: -DX=seq_cst -DU=release
// RACY: -DX=relaxed -DU=release
// RACY: -DX=acquire -DU=relaxed
// WHY: test and test-and-set; the look before the exchange orders nothing
#include "litmus.h"
static atomic_int lock;

static void *work (void *a) {
  while (atomic_load_explicit (&lock, memory_order_relaxed) ||
         atomic_exchange_explicit (&lock, 1, ORDER (X)))
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (&lock, 0, ORDER (U));
  return a;
}
RUN (work, work, work)
