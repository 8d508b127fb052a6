// FREE: -DP=release -DR=acquire -DQ=release -DW=acquire
// RACY: -DP=relaxed -DR=acquire -DQ=release -DW=acquire
// RACY: -DP=release -DR=relaxed -DQ=release -DW=acquire
// RACY: -DP=release -DR=acquire -DQ=relaxed -DW=acquire
// RACY: -DP=release -DR=acquire -DQ=release -DW=relaxed
// WHY: read-copy-update by quiescent states: each reader counts up where it holds no
// pointer, and the writer waits for all counts before it uses the old copy again
#include "litmus.h"
static struct { int data; } copies[2];
static _Atomic (void *) current = copies;
static atomic_int passed[2];

static void *read (void *a) {
  for (int i = 1; i < 3; i++) {
    int *p = atomic_load_explicit (&current, ORDER (R));
    printf ("%d\n", *p); // data
    atomic_store_explicit (&passed[(long)a], i, ORDER (Q));
    sched_yield ();
  }
  return a;
}

static void *change (void *a) {
  copies[1].data = 1;
  atomic_store_explicit (&current, copies + 1, ORDER (P));
  atomic_thread_fence (memory_order_seq_cst);
  for (int i = 0; i < 2; i++) {
    int before = atomic_load_explicit (passed + i, memory_order_relaxed);
    while (atomic_load_explicit (passed + i, ORDER (W)) == before && before < 2)
      sched_yield ();
  }
  copies[0].data = 2;
  return a;
}
RUN (read, read, change)
