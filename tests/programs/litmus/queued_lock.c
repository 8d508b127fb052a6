// FREE: -DA=acquire -DU=release -DX=acq_rel -DH=release
// RACY: -DA=acquire -DU=relaxed -DX=acq_rel -DH=release
// RACY: -DA=relaxed -DU=release -DX=acq_rel -DH=release
// RACY: -DA=relaxed -DU=relaxed -DX=relaxed -DH=relaxed
// WHY: Linux's queued spin lock: a byte for the owner, a pending bit for the first
// waiter, and a queue of nodes
#include "litmus.h"
enum { LOCKED = 1, PENDING = 1 << 8, TAIL = 1 << 16 };
static atomic_uint lock;
typedef struct node {
  _Atomic (struct node *) next;
  atomic_int locked;
} node;
static node nodes[4];

static void queue (unsigned me) {
  node *mine = nodes + me, *after;
  unsigned was = atomic_load_explicit (&lock, memory_order_relaxed), now;
  while (!atomic_compare_exchange_weak_explicit (
    &lock, &was, (was & (TAIL - 1)) | (me + 1) * TAIL, ORDER (X),
    memory_order_relaxed))
    ;
  if (was / TAIL) {
    atomic_store_explicit (&nodes[was / TAIL - 1].next, mine, ORDER (H));
    while (!atomic_load_explicit (&mine->locked, ORDER (A)))
      sched_yield ();
  }
  while ((was = atomic_load_explicit (&lock, ORDER (A))) & (TAIL - 1))
    sched_yield ();
  do {
    now = was / TAIL == me + 1 ? LOCKED : was | LOCKED;
  } while (!atomic_compare_exchange_weak_explicit (
    &lock, &was, now, memory_order_relaxed, memory_order_relaxed));
  if (now == LOCKED)
    return;
  while (!(after = atomic_load_explicit (&mine->next, memory_order_acquire)))
    sched_yield ();
  atomic_store_explicit (&after->locked, 1, ORDER (H));
}

static void take (unsigned me) {
  unsigned was = 0;
  if (atomic_compare_exchange_strong_explicit (&lock, &was, LOCKED, ORDER (A),
                                               memory_order_relaxed))
    return;
  if (was & ~LOCKED) {
    queue (me);
    return;
  }
  was = atomic_fetch_or_explicit (&lock, PENDING, ORDER (A));
  if (was & ~LOCKED) {
    if (!(was & PENDING))
      atomic_fetch_and_explicit (&lock, ~(unsigned)PENDING,
                                 memory_order_relaxed);
    queue (me);
    return;
  }
  while (atomic_load_explicit (&lock, ORDER (A)) & LOCKED)
    sched_yield ();
  atomic_fetch_add_explicit (&lock, LOCKED - PENDING, memory_order_relaxed);
}

static void *work (void *a) {
  take ((unsigned)(long)a);
  WRITE_DATA ();
  atomic_fetch_sub_explicit (&lock, LOCKED, ORDER (U));
  return a;
}
RUN (work, work, work)
