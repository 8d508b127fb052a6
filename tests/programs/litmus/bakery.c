// FREE: -DW=seq_cst -DR=seq_cst -DE=release
// RACY: -DW=relaxed -DR=relaxed -DE=relaxed
// RACY: -DW=seq_cst -DR=seq_cst -DE=relaxed
// RACY: -DW=relaxed -DR=relaxed -DE=release
// WHY: Lamport's bakery; the number that is given back hands the section over
#include "litmus.h"
static atomic_int chooses[2], number[2];

static int comes_first (int other, int me, int mine) {
  int its = atomic_load_explicit (number + other, ORDER (R));
  return its && (its < mine || (its == mine && other < me));
}

static void *work (void *a) {
  int me = (int)(long)a, other = 1 - me;
  atomic_store_explicit (chooses + me, 1, ORDER (W));
  int mine = 1 + atomic_load_explicit (number + other, ORDER (R));
  atomic_store_explicit (number + me, mine, ORDER (W));
  atomic_store_explicit (chooses + me, 0, ORDER (W));
  while (atomic_load_explicit (chooses + other, ORDER (R)))
    sched_yield ();
  while (comes_first (other, me, mine))
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (number + me, 0, ORDER (E));
  return a;
}
RUN (work, work)
