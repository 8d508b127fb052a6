// FREE: -DL=acquire -DU=release -DRL=acquire -DRU=release
// RACY: -DL=acquire -DU=relaxed -DRL=acquire -DRU=release
// RACY: -DL=acquire -DU=release -DRL=relaxed -DRU=release
// RACY: -DL=acquire -DU=release -DRL=acquire -DRU=relaxed
// RACY: -DL=relaxed -DU=release -DRL=acquire -DRU=release
// WHY: readers count up, a writer sets -1; unlocking a read lock has to release
#include "litmus.h"
static atomic_int count;

static void *write (void *a) {
  for (int zero = 0; !atomic_compare_exchange_weak_explicit (
         &count, &zero, -1, ORDER (L), memory_order_relaxed);
       zero = 0)
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (&count, 0, ORDER (U));
  return a;
}

static void *read (void *a) {
  int n = 0;
  while (n < 0 || !atomic_compare_exchange_weak_explicit (
                    &count, &n, n + 1, ORDER (RL), memory_order_relaxed)) {
    sched_yield ();
    n = atomic_load_explicit (&count, memory_order_relaxed);
  }
  READ_DATA ();
  atomic_fetch_sub_explicit (&count, 1, ORDER (RU));
  return a;
}
RUN (write, read, write)
