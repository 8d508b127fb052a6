// FREE: -DC=release -DR=acquire
// RACY: -DC=relaxed -DR=acquire
// RACY: -DC=release -DR=relaxed
// RACY: -DC=relaxed -DR=relaxed
// WHY: producers reserve places of a ring by compare-and-swap and say in their order
// that they are full
#include "litmus.h"
enum { SIZE = 4 };
static int ring[SIZE];
static atomic_uint reserved, filled, taken;

static void *produce (void *a) {
  unsigned at = atomic_load_explicit (&reserved, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit (
    &reserved, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
    ;
  ring[at % SIZE] = 1; // data
  while (atomic_load_explicit (&filled, memory_order_relaxed) != at)
    sched_yield ();
  atomic_fetch_add_explicit (&filled, 1, ORDER (C));
  return a;
}

static void *consume (void *a) {
  unsigned at = atomic_load_explicit (&taken, memory_order_relaxed);
  if (at == atomic_load_explicit (&filled, ORDER (R)))
    return a;
  data = ring[at % SIZE];
  atomic_store_explicit (&taken, at + 1, memory_order_relaxed);
  return a;
}
RUN (produce, produce, consume)
