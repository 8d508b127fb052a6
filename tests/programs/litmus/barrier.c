// FREE: -DC=acq_rel -DW=release -DR=acquire
// RACY: -DC=relaxed -DW=release -DR=acquire
// RACY: -DC=acq_rel -DW=relaxed -DR=acquire
// RACY: -DC=acq_rel -DW=release -DR=relaxed
// WHY: a barrier by a count and a flag
#include "litmus.h"
static atomic_int left = 2, open;
static int both[2];

static void *work (void *a) {
  int me = (int)(long)a;
  both[me] = 1; // data
  if (atomic_fetch_sub_explicit (&left, 1, ORDER (C)) == 1)
    atomic_store_explicit (&open, 1, ORDER (W));
  else
    while (!atomic_load_explicit (&open, ORDER (R)))
      sched_yield ();
  printf ("%d\n", both[1 - me]); // data
  return a;
}
RUN (work, work)
