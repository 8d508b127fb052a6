// FREE: -DP=release -DR=acquire -DC=release -DS=acquire
// RACY: -DP=relaxed -DR=acquire -DC=release -DS=acquire
// FREE: -DP=release -DR=relaxed -DC=release -DS=acquire
// RACY: -DP=release -DR=acquire -DC=relaxed -DS=acquire
// RACY: -DP=release -DR=acquire -DC=release -DS=relaxed
// WHY: hazard pointers (Michael 2004): what a thread announces is not used again
// until it takes the announcement back; the fence behind the first look acquires
#include "litmus.h"
typedef struct item { int data; } item;
static item items[2];
static _Atomic (item *) current = items;
static _Atomic (item *) hazards[3];

static void *read (void *a) {
  item *p = atomic_load_explicit (&current, memory_order_relaxed), *again;
  for (;; p = again) {
    atomic_store_explicit (&hazards[(long)a], p, memory_order_seq_cst);
    atomic_thread_fence (memory_order_seq_cst);
    again = atomic_load_explicit (&current, ORDER (R));
    if (again == p)
      break;
  }
  printf ("%d\n", p->data); // data
  atomic_store_explicit (&hazards[(long)a], 0, ORDER (C));
  return a;
}

static void *change (void *a) {
  items[1].data = 1;
  item *old = atomic_exchange_explicit (&current, items + 1, ORDER (P));
  atomic_thread_fence (memory_order_seq_cst);
  for (int i = 0; i < 3; i++)
    while (atomic_load_explicit (hazards + i, ORDER (S)) == old)
      sched_yield ();
  old->data = 2;
  return a;
}
RUN (read, change, read)
