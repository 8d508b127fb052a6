// FREE: -DW=seq_cst -DR=seq_cst -DE=release
// FREE: -DW=seq_cst -DR=acquire -DE=seq_cst
// RACY: -DW=relaxed -DR=relaxed -DE=relaxed
// RACY: -DW=seq_cst -DR=seq_cst -DE=relaxed
// RACY: -DW=seq_cst -DR=relaxed -DE=release
// WHY: Peterson's lock; who finds that the other one has left has to acquire that
#include "litmus.h"
static atomic_int wants[2], turn;

static void *work (void *a) {
  int me = (int)(long)a, other = 1 - me;
  atomic_store_explicit (wants + me, 1, ORDER (W));
  atomic_store_explicit (&turn, other, ORDER (W));
  while (atomic_load_explicit (wants + other, ORDER (R)) &&
         atomic_load_explicit (&turn, ORDER (R)) == other)
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (wants + me, 0, ORDER (E));
  return a;
}
RUN (work, work)
