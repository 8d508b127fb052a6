// FREE: -DP=release -DR=acquire -DL=release -DW=acquire
// RACY: -DP=release -DR=acquire -DL=relaxed -DW=acquire
// RACY: -DP=release -DR=acquire -DL=release -DW=relaxed
// WHY: read-copy-update by two counts of readers, as in sleepable RCU
#include "litmus.h"
static struct { int data; } copies[2];
static _Atomic (void *) current = copies;
static atomic_int phase, readers[2];

static void *read (void *a) {
  int at = atomic_load_explicit (&phase, memory_order_seq_cst) & 1;
  atomic_fetch_add_explicit (readers + at, 1, memory_order_seq_cst);
  int *p = atomic_load_explicit (&current, ORDER (R));
  printf ("%d\n", *p); // data
  atomic_fetch_sub_explicit (readers + at, 1, ORDER (L));
  return a;
}

static void wait_for_readers (int at) {
  while (atomic_load_explicit (readers + at, ORDER (W)))
    sched_yield ();
}

static void *change (void *a) {
  copies[1].data = 1;
  atomic_store_explicit (&current, copies + 1, ORDER (P));
  for (int i = 0; i < 2; i++) {
    int at = atomic_fetch_add_explicit (&phase, 1, memory_order_seq_cst) & 1;
    wait_for_readers (at);
  }
  copies[0].data = 2;
  return a;
}
RUN (read, change, read)
