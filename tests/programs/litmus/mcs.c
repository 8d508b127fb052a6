// FREE: -DX=acq_rel -DC=release -DN=release -DR=acquire -DH=release
// RACY: -DX=relaxed -DC=relaxed -DN=relaxed -DR=acquire -DH=release
// WHY: an MCS lock
#include "litmus.h"

typedef struct node {
  _Atomic (struct node *) next;
  atomic_int waits;
} node;

static _Atomic (node *) tail;
static node nodes[2];

static void *work (void *a) {
  node *mine = nodes + (long)a, *none = mine;
  atomic_store_explicit (&mine->waits, 1, memory_order_relaxed);
  node *before = atomic_exchange_explicit (&tail, mine, ORDER (X));
  if (before) {
    atomic_store_explicit (&before->next, mine, ORDER (N));
    while (atomic_load_explicit (&mine->waits, ORDER (R)))
      sched_yield ();
  }
  WRITE_DATA ();
  if (!atomic_load_explicit (&mine->next, memory_order_acquire)) {
    if (atomic_compare_exchange_strong_explicit (&tail, &none, 0, ORDER (C),
                                                 memory_order_relaxed))
      return a;
    while (!atomic_load_explicit (&mine->next, memory_order_acquire))
      sched_yield ();
  }
  atomic_store_explicit (
      &atomic_load_explicit (&mine->next, memory_order_acquire)->waits, 0,
      ORDER (H));
  return a;
}
RUN (work, work)
