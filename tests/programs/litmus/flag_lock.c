// FREE: -DL=acquire -DU=release
// RACY: -DL=relaxed -DU=release
// RACY: -DL=acquire -DU=relaxed
// WHY: atomic_flag
#include "litmus.h"
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void *work (void *a) {
  while (atomic_flag_test_and_set_explicit (&lock, ORDER (L)))
    sched_yield ();
  WRITE_DATA ();
  atomic_flag_clear_explicit (&lock, ORDER (U));
  return a;
}
RUN (work, work)
