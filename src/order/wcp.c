// Weak-causally-precedes (Kini, Mathur, Viswanathan 2017, Definition 3). ≺WCP
// is the smallest relation with
//   (a) r ≺ e for a release r and a later access e in a section on the same
//       lock, if r's section has an access that conflicts with e;
//   (b) r1 ≺ r2 for releases of the same lock if r1's section has an event
//       that is ≺ an event of r2's section (so if its acquire is ≺ r2), or
//       comes before it by synchronisation edges from another thread;
//   (c) ≺ is closed under composition with HB on both sides.
// Two events are ordered if they are in ≺WCP, or in program order and the
// synchronisation edges of 'sync_edges.h', which are also part of HB.  The
// paper has no fork.  Without the second half of (b), a thread that forks
// another one inside a section would race with it although the child must wait
// for the lock, and WCP races would not be DC races.
//
// This file differs from the paper's Algorithm 1 where the algorithm differs
// from Definition 3: a thread's own sections do not conflict with its accesses,
// while rule (b) holds between sections of one thread too; a section that is
// never closed gives nothing; shared sections of a lock give each other
// nothing.
//
// Tests of local times replace the comparisons of whole clocks: an event is ≺
// the next one of a thread exactly if its local time is in the thread's clock.
// See 'ccs.h' for rule (a), 'release_queue.h' for rule (b).
//
// Cost: per access in a section, per lock held, the entries of a list of
// conflicting sections; per release, the queues visited; as in the heads of
// these two files. Slow twin: 'tests/unit/test_orders.c', all pairs of random
// traces.

#include "order/relations.h"

void ft_wcp_init (ft_order *o) {
  o->threads.own = 1u << FT_CLOCK_HB | 1u << FT_CLOCK_SYNC;
  o->locks.hb = FT_CLOCK_HB;
  ft_section_rules_init (&o->sections, FT_CLOCK_ORDER, FT_CLOCK_HB,
                         FT_CLOCK_SYNC, true);
}

void ft_wcp_step (ft_order *o, const ft_event *e) {
  ft_section_rules_step (&o->sections, &o->threads, o->tables, e);
  ft_order_thread *thread = ft_order_threads_at (&o->threads, e->thread);
  ft_lock_edges_step (&o->locks, thread, e,
                      1u << FT_CLOCK_ORDER | 1u << FT_CLOCK_HB);
  ft_sync_edges_step (&o->sync, &o->threads, e);
  if (ft_section_pool_full (&o->sections.pool))
    ft_order_collect (o);
}
