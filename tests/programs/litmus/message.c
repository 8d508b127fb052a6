// FREE: -DW=release -DR=acquire
// FREE: -DW=seq_cst -DR=seq_cst
// FREE: -DW=release -DR=consume
// FREE: -DW=release -DR=seq_cst
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// RACY: -DW=relaxed -DR=relaxed
// RACY: -DW=relaxed -DR=seq_cst
// RACY: -DW=seq_cst -DR=relaxed
// FREE: -DW=release -DR=acquire -DREVERSED
// RACY: -DW=relaxed -DR=acquire -DREVERSED
// RACY: -DW=release -DR=relaxed -DREVERSED
// WHY: message passing
#include "litmus.h"
static atomic_int flag;

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *take (void *a) {
  if (atomic_load_explicit (&flag, ORDER (R)))
    READ_DATA ();
  return a;
}
RUN (put, take)
