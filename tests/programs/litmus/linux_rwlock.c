// FREE: -DRL=acquire -DRU=release -DWL=acquire -DWU=release
// RACY: -DRL=relaxed -DRU=release -DWL=acquire -DWU=release
// RACY: -DRL=acquire -DRU=relaxed -DWL=acquire -DWU=release
// RACY: -DRL=acquire -DRU=release -DWL=relaxed -DWU=release
// RACY: -DRL=acquire -DRU=release -DWL=acquire -DWU=relaxed
// WHY: Linux's old reader-writer lock: a bias that readers take one of and writers all;
// both take back what was too much
#include "litmus.h"
enum { BIAS = 0x1000 };
static atomic_int lock = BIAS;

static void *read (void *a) {
  int was = atomic_fetch_sub_explicit (&lock, 1, ORDER (RL));
  while (was <= 0) {
    atomic_fetch_add_explicit (&lock, 1, memory_order_relaxed);
    while (atomic_load_explicit (&lock, memory_order_relaxed) <= 0)
      sched_yield ();
    was = atomic_fetch_sub_explicit (&lock, 1, ORDER (RL));
  }
  READ_DATA ();
  atomic_fetch_add_explicit (&lock, 1, ORDER (RU));
  return a;
}

static void *write (void *a) {
  int was = atomic_fetch_sub_explicit (&lock, BIAS, ORDER (WL));
  while (was != BIAS) {
    atomic_fetch_add_explicit (&lock, BIAS, memory_order_relaxed);
    while (atomic_load_explicit (&lock, memory_order_relaxed) != BIAS)
      sched_yield ();
    was = atomic_fetch_sub_explicit (&lock, BIAS, ORDER (WL));
  }
  WRITE_DATA ();
  atomic_fetch_add_explicit (&lock, BIAS, ORDER (WU));
  return a;
}
RUN (write, read, write)
