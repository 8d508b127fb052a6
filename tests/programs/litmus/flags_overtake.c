// FREE: -DW=release -DR=acquire
// STALE: -DW=relaxed -DR=acquire
// STALE: -DW=release -DR=relaxed
// STALE: -DW=relaxed -DR=relaxed
// WHY: who has seen the second flag may find the first one unset, if the flags do not
// synchronise; then it does again what has been done
#include "litmus.h"
static atomic_int first, second;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&first, 1, memory_order_relaxed);
  atomic_store_explicit (&second, 1, ORDER (W));
  return a;
}

static void *take (void *a) {
  if (atomic_load_explicit (&second, ORDER (R)) &&
      !atomic_load_explicit (&first, memory_order_relaxed))
    WRITE_DATA ();
  return a;
}
RUN (put, take)
