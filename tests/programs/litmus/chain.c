// FREE: -DA=acquire -DB=release
// FREE: -DA=seq_cst -DB=seq_cst
// RACY: -DA=relaxed -DB=release
// RACY: -DA=acquire -DB=relaxed
// FREE: -DA=acquire -DB=release -DREVERSED
// RACY: -DA=acquire -DB=relaxed -DREVERSED
// WHY: happens-before goes through a third thread only if that synchronises twice
#include "litmus.h"
static atomic_int first, second;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&first, 1, memory_order_release);
  return a;
}

static void *pass (void *a) {
  if (atomic_load_explicit (&first, ORDER (A)))
    atomic_store_explicit (&second, 1, ORDER (B));
  return a;
}

static void *take (void *a) {
  if (atomic_load_explicit (&second, memory_order_acquire))
    READ_DATA ();
  return a;
}
RUN (put, pass, take)
