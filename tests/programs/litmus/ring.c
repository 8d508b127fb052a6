// FREE: -DW=release -DR=acquire -DE=release -DF=acquire
// RACY: -DW=relaxed -DR=acquire -DE=release -DF=acquire
// RACY: -DW=release -DR=relaxed -DE=release -DF=acquire
// RACY: -DW=release -DR=acquire -DE=relaxed -DF=acquire
// RACY: -DW=release -DR=acquire -DE=release -DF=relaxed
// WHY: a ring of one slot for one producer and one consumer
#include "litmus.h"
static atomic_uint head, tail;
static int slot;

static void *produce (void *a) {
  for (unsigned i = 0; i < 3; i++) {
    while (i - atomic_load_explicit (&tail, ORDER (F)) == 1)
      sched_yield ();
    slot = (int)i; // data
    atomic_store_explicit (&head, i + 1, ORDER (W));
  }
  return a;
}

static void *consume (void *a) {
  for (unsigned i = 0; i < 3; i++) {
    while (atomic_load_explicit (&head, ORDER (R)) == i)
      sched_yield ();
    printf ("%d\n", slot); // data
    atomic_store_explicit (&tail, i + 1, ORDER (E));
  }
  return a;
}
RUN (produce, consume)
