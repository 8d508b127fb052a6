// FREE: -DW=release -DR=acquire
// RACY: -DW=relaxed -DR=acquire
// RACY: -DW=release -DR=relaxed
// RACY: -DPLAIN -DW=relaxed -DR=relaxed
// WHY: two threads add each other's numbers; what the numbers say is ready is data
#include "litmus.h"
static atomic_int i = 1, j = 1;

static void *left (void *a) {
#ifdef PLAIN
  WRITE_DATA ();
#endif
  for (int k = 0; k < 2; k++) {
    int sum = atomic_load_explicit (&i, ORDER (R)) +
              atomic_load_explicit (&j, ORDER (R));
#ifndef PLAIN
    if (!k)
      WRITE_DATA ();
#endif
    atomic_store_explicit (&i, sum, ORDER (W));
  }
  return a;
}

static void *right (void *a) {
  for (int k = 0; k < 2; k++) {
    int sum = atomic_load_explicit (&j, ORDER (R)) +
              atomic_load_explicit (&i, ORDER (R));
    atomic_store_explicit (&j, sum, ORDER (W));
    if (sum > 3 + 2 * k)
      READ_DATA ();
  }
  return a;
}
RUN (left, right)
