// FREE: -DB=release -DR=acquire -DT=seq_cst
// RACY: -DB=relaxed -DR=acquire -DT=seq_cst
// RACY: -DB=release -DR=relaxed -DT=seq_cst
// RACY: -DB=relaxed -DR=relaxed -DT=relaxed
// WHY: a deque of jobs: the owner pushes and pops, another one steals the oldest
#include "litmus.h"
static atomic_int top, bottom;
static int jobs[4];

static void push (int job) {
  int b = atomic_load_explicit (&bottom, memory_order_relaxed);
  jobs[b & 3] = job; // data
  atomic_store_explicit (&bottom, b + 1, ORDER (B));
}

static void pop (void) {
  int b = atomic_load_explicit (&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit (&bottom, b, memory_order_seq_cst);
  int t = atomic_load_explicit (&top, memory_order_seq_cst);
  if (t > b) {
    atomic_store_explicit (&bottom, b + 1, memory_order_seq_cst);
    return;
  }
  int job = jobs[b & 3]; // data
  if (t == b) {
    if (!atomic_compare_exchange_strong_explicit (
          &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      job = 0;
    atomic_store_explicit (&bottom, b + 1, memory_order_seq_cst);
  }
  printf ("%d\n", job);
}

static void *own (void *a) {
  push (1);
  push (2);
  pop ();
  return a;
}

static void *steal (void *a) {
  int t = atomic_load_explicit (&top, ORDER (T));
  int b = atomic_load_explicit (&bottom, ORDER (R));
  if (t >= b)
    return a;
  int job = jobs[t & 3]; // data
  if (atomic_compare_exchange_strong_explicit (
        &top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    printf ("%d\n", job);
  return a;
}
RUN (own, steal)
