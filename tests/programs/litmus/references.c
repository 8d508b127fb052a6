// FREE: -DD=acq_rel
// FREE: -DD=release -DFENCE
// RACY: -DD=release
// RACY: -DD=relaxed
// RACY: -DD=acquire
// RACY: -DD=relaxed -DFENCE
// WHY: who drops the last reference may write without the others
#include "litmus.h"
static atomic_int references = 2;

static void *work (void *a) {
  READ_DATA ();
  if (atomic_fetch_sub_explicit (&references, 1, ORDER (D)) == 1) {
#ifdef FENCE
    atomic_thread_fence (memory_order_acquire);
#endif
    WRITE_DATA ();
  }
  return a;
}
RUN (work, work)
