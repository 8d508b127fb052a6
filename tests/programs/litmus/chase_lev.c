// FREE: -DF=release -DB=relaxed -DR=acquire
// FREE: -DF=relaxed -DB=release -DR=acquire
// RACY: -DF=relaxed -DB=relaxed -DR=acquire
// RACY: -DF=release -DB=relaxed -DR=relaxed
// WHY: the deque of Chase and Lev (Lê et al., PPoPP 2013), pushing and stealing
#include "litmus.h"
static atomic_long top, bottom;
static _Atomic (int *) buffer[4];
static int items[2];

static void *push (void *a) {
  long b = atomic_load_explicit (&bottom, memory_order_relaxed);
  items[0] = 1; // data
  atomic_store_explicit (&buffer[b & 3], items, memory_order_relaxed);
  atomic_thread_fence (ORDER (F));
  atomic_store_explicit (&bottom, b + 1, ORDER (B));
  return a;
}

static void *steal (void *a) {
  long t = atomic_load_explicit (&top, memory_order_acquire);
  if (ORDER (R) != memory_order_relaxed)
    atomic_thread_fence (memory_order_seq_cst);
  long b = atomic_load_explicit (&bottom, ORDER (R));
  if (t >= b)
    return a;
  int *item = atomic_load_explicit (&buffer[t & 3], memory_order_relaxed);
  if (atomic_compare_exchange_strong_explicit (
        &top, &t, t + 1, memory_order_relaxed, memory_order_relaxed))
    printf ("%d\n", *item); // data
  return a;
}
RUN (push, steal)
