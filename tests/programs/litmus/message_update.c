// FREE: -DW=release -DM=relaxed -DR=acquire
// FREE: -DF=release -DW=relaxed -DM=relaxed -DR=acquire
// FREE: -DW=release -DM=relaxed -DR=relaxed -DG=acquire
// FREE: -DW=relaxed -DF=release -DM=relaxed -DR=relaxed -DG=acquire
// RACY: -DW=relaxed -DM=relaxed -DR=acquire
// RACY: -DW=release -DM=relaxed -DR=relaxed
// RACY: -DW=relaxed -DM=acq_rel -DR=acquire
// RACY: -DW=relaxed -DM=relaxed -DR=relaxed -DG=acquire
// RACY: -DW=relaxed -DF=release -DM=relaxed -DR=relaxed
// RACY: -DW=relaxed -DF=release -DM=relaxed -DR=relaxed -DG=acquire -DOTHER
// FREE: -DW=release -DM=relaxed -DR=acquire -DREVERSED
// RACY: -DW=relaxed -DM=relaxed -DR=acquire -DREVERSED
// WHY: message passing in which updates of another thread come between; an update
// of another location hands on nothing
#include "litmus.h"
static atomic_int flag, other;

static void *put (void *a) {
  WRITE_DATA ();
#ifdef F
  atomic_thread_fence (ORDER (F));
#endif
#ifdef OTHER
  atomic_fetch_add_explicit (&other, 1, ORDER (W));
  return a;
}

static void *update (void *a) {
  if (atomic_fetch_add_explicit (&other, 1, ORDER (M)))
    atomic_fetch_add_explicit (&flag, 1, ORDER (M));
#else
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *update (void *a) {
  atomic_fetch_add_explicit (&flag, 1, ORDER (M));
#endif
  return a;
}

static void *take (void *a) {
  int seen = atomic_load_explicit (&flag, ORDER (R));
#ifdef G
  atomic_thread_fence (ORDER (G));
#endif
  if (seen > 1)
    READ_DATA ();
  return a;
}
#ifdef OTHER
RUN (put, update, update, take)
#else
RUN (put, update, take)
#endif
