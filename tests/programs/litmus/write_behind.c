// FREE: -DW=release -DR=acquire
// FREE: -DF=release -DW=relaxed -DR=acquire
// FREE: -DW=release -DR=relaxed -DG=acquire
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// RACY: -DF=release -DW=relaxed -DR=relaxed
// RACY: -DW=relaxed -DR=relaxed -DG=acquire
// FREE: -DW=release -DR=acquire -DREVERSED
// RACY: -DW=release -DR=relaxed -DREVERSED
// WHY: both threads write; which write is the last one depends on the message
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  data = 2;
#ifdef F
  atomic_thread_fence (ORDER (F));
#endif
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *write (void *a) {
  if (!atomic_load_explicit (&flag, ORDER (R)))
    return a;
#ifdef G
  atomic_thread_fence (ORDER (G));
#endif
  data = 1;
  return a;
}
RUN (put, write)
