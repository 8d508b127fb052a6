// FREE: -DA=relaxed -DL=acquire -DP=release
// RACY: -DA=relaxed -DL=relaxed -DP=release
// RACY: -DA=relaxed -DL=acquire -DP=relaxed
// RACY: -DA=acq_rel -DL=relaxed -DP=relaxed
// WHY: a bounded queue for many producers and consumers: the number of a cell
// hands its content over, and the cell back
#include "litmus.h"
enum { CELLS = 2 };
static struct { atomic_uint number; int data; } cells[CELLS];
static atomic_uint heads, tails;

static void *produce (void *a) {
  unsigned at = atomic_fetch_add_explicit (&tails, 1, ORDER (A));
  unsigned i = at % CELLS, round = 2 * (at / CELLS);
  while (atomic_load_explicit (&cells[i].number, ORDER (L)) != round)
    sched_yield ();
  cells[i].data = 1;
  atomic_store_explicit (&cells[i].number, round + 1, ORDER (P));
  return a;
}

static void *consume (void *a) {
  for (int n = 0; n < 3; n++) {
    unsigned at = atomic_fetch_add_explicit (&heads, 1, ORDER (A));
    unsigned i = at % CELLS, round = 2 * (at / CELLS);
    while (atomic_load_explicit (&cells[i].number, ORDER (L)) != round + 1)
      sched_yield ();
    data += cells[i].data;
    atomic_store_explicit (&cells[i].number, round + 2, ORDER (P));
  }
  return a;
}
RUN (produce, produce, consume, produce)
