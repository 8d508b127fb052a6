// FREE: -DW=release -DR=acquire
// FREE: -DW=release -DR=acquire -DREVERSED
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// RACY: -DW=relaxed -DR=relaxed -DREVERSED
// RACY: -DW=release -DR=relaxed -DREVERSED
// WHY: of two compare-and-swaps the first one that runs fails: with the other order
// both are made, and the message arrives
#include "litmus.h"
static atomic_int flag;

static void swap (int from, int to) {
  atomic_compare_exchange_strong_explicit (
      &flag, &from, to, memory_order_relaxed, memory_order_relaxed);
}

static void *put (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&flag, 1, ORDER (W));
  return a;
}

static void *second (void *a) {
  swap (2, 3);
  return a;
}

static void *first (void *a) {
  swap (1, 2);
  return a;
}

static void *take (void *a) {
  if (atomic_load_explicit (&flag, ORDER (R)) > 2)
    WRITE_DATA ();
  return a;
}
RUN (put, second, first, take)
