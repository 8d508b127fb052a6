// FREE: -DN=relaxed -DL=acquire -DU=release
// RACY: -DN=relaxed -DL=relaxed -DU=release
// RACY: -DN=acq_rel -DL=acquire -DU=relaxed
// RACY: -DN=acquire -DL=relaxed -DU=relaxed
// WHY: a ticket lock; drawing the number orders only what came before it
#include "litmus.h"
static atomic_uint next, serving;

static void *work (void *a) {
  unsigned mine = atomic_fetch_add_explicit (&next, 1, ORDER (N));
  while (atomic_load_explicit (&serving, ORDER (L)) != mine)
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (&serving, mine + 1, ORDER (U));
  return a;
}
RUN (work, work)
