// FREE: -DW=seq_cst -DR=seq_cst
// STALE: -DW=relaxed -DR=relaxed
// STALE: -DW=release -DR=acquire
// STALE: -DW=seq_cst -DR=acquire
// STALE: -DW=release -DR=seq_cst
// FREE: -DW=relaxed -DR=relaxed -DF=seq_cst
// STALE: -DW=relaxed -DR=relaxed -DF=acq_rel
// STALE: -DW=relaxed -DR=relaxed -DSEEN
// STALE: -DW=release -DR=acquire -DTWICE
// FREE: -DW=seq_cst -DR=seq_cst -DTWICE
// WHY: of two threads that say that they come and look for the other one, both may
// find nobody; the run goes in once, so that only an older store leads there twice;
// with SEEN one more load must not see a store of the value that was there before,
// and with TWICE two loads lead there, one of them on that path
#include "litmus.h"
static atomic_int comes[2], came[2], seen;

static void *work (void *a) {
  int me = (int)(long)a;
#ifdef SEEN
  if (me && atomic_load_explicit (&seen, memory_order_acquire))
    return a;
#endif
  atomic_store_explicit (comes + me, 1, ORDER (W));
#ifdef TWICE
  atomic_store_explicit (came + me, 1, ORDER (W));
#endif
#ifdef F
  atomic_thread_fence (ORDER (F));
#endif
  if (!atomic_load_explicit (comes + 1 - me, ORDER (R)))
#ifdef TWICE
    if (!atomic_load_explicit (came + 1 - me, ORDER (R)))
#endif
      WRITE_DATA ();
#ifdef SEEN
  atomic_store_explicit (&seen, 0, memory_order_release);
#endif
  return a;
}
RUN (work, work)
