// FREE: -DA=acq_rel -DR=acquire
// RACY: -DA=relaxed -DR=acquire
// RACY: -DA=release -DR=relaxed
// RACY: -DA=acquire -DR=acquire
// WHY: each thread fills the place that a count gives it; the last one sums up
#include "litmus.h"
enum { THREADS = 3 };
static int places[THREADS];
static atomic_int next, done;

static void *fill (void *a) {
  int at = atomic_fetch_add_explicit (&next, 1, memory_order_relaxed);
  places[at] = 1; // data
  if (atomic_fetch_add_explicit (&done, 1, ORDER (A)) < THREADS - 1 ||
      atomic_load_explicit (&done, ORDER (R)) < THREADS)
    return a;
  for (int i = 0; i < THREADS; i++)
    data += places[i];
  return a;
}
RUN (fill, fill, fill)
