// FREE: -DF=release -DA=acquire
// RACY: -DF=relaxed -DA=acquire
// RACY: -DF=release -DA=relaxed
// WHY: what a reader has found unchanged in a sequence lock it may take for
// complete; the numbers are relaxed, the fences order
#include "litmus.h"
static atomic_uint number;
static atomic_int guarded;

static void *write (void *a) {
  WRITE_DATA ();
  atomic_store_explicit (&number, 1, memory_order_relaxed);
  atomic_thread_fence (ORDER (F));
  atomic_store_explicit (&guarded, 1, memory_order_relaxed);
  atomic_store_explicit (&number, 2, memory_order_relaxed);
  return a;
}

static void *read (void *a) {
  unsigned before = atomic_load_explicit (&number, memory_order_relaxed);
  int seen = atomic_load_explicit (&guarded, memory_order_relaxed);
  atomic_thread_fence (ORDER (A));
  unsigned after = atomic_load_explicit (&number, memory_order_relaxed);
  if (before == after && seen)
    READ_DATA ();
  return a;
}
RUN (write, read)
