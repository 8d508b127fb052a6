// FREE: -DW=seq_cst -DR=seq_cst
// STALE: -DW=release -DR=acquire
// STALE: -DW=relaxed -DR=relaxed
// STALE: -DW=seq_cst -DR=acquire
// WHY: independent reads of independent writes (IRIW): two readers may see two
// stores in different orders, so that each takes itself for the only one
#include "litmus.h"
static atomic_int left, right;

static void *set_left (void *a) {
  atomic_store_explicit (&left, 1, ORDER (W));
  return a;
}

static void *set_right (void *a) {
  atomic_store_explicit (&right, 1, ORDER (W));
  return a;
}

static void *read_left (void *a) {
  if (atomic_load_explicit (&left, ORDER (R)) &&
      !atomic_load_explicit (&right, ORDER (R)))
    WRITE_DATA ();
  return a;
}

static void *read_right (void *a) {
  if (atomic_load_explicit (&right, ORDER (R)) &&
      !atomic_load_explicit (&left, ORDER (R)))
    WRITE_DATA ();
  return a;
}
RUN (set_left, set_right, read_left, read_right)
