// FREE: -DL=acquire -DU=release -DN=relaxed
// RACY: -DL=relaxed -DU=release -DN=acq_rel
// RACY: -DL=acquire -DU=relaxed -DN=acq_rel
// RACY: -DL=relaxed -DU=relaxed -DN=seq_cst
// WHY: a ticket lock with a waiting array (Dice, Kogan 2019): who is far from its
// turn watches a slot, which orders nothing
#include "litmus.h"
enum { SLOTS = 4, NEAR = 1 };
static atomic_uint next, serving, slots[SLOTS];

static void *work (void *a) {
  unsigned mine = atomic_fetch_add_explicit (&next, 1, memory_order_relaxed);
  unsigned now = atomic_load_explicit (&serving, ORDER (L));
  while (mine - now > NEAR) {
    unsigned slot =
      atomic_load_explicit (&slots[mine % SLOTS], memory_order_acquire);
    now = atomic_load_explicit (&serving, ORDER (L));
    while (mine - now > NEAR &&
           slot == atomic_load_explicit (&slots[mine % SLOTS],
                                         memory_order_acquire)) {
      sched_yield ();
      now = atomic_load_explicit (&serving, ORDER (L));
    }
  }
  while (atomic_load_explicit (&serving, ORDER (L)) != mine)
    sched_yield ();
  WRITE_DATA ();
  atomic_store_explicit (&serving, mine + 1, ORDER (U));
  atomic_fetch_add_explicit (&slots[(mine + 1 + NEAR) % SLOTS], 1, ORDER (N));
  return a;
}
RUN (work, work, work)
