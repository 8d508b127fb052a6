// Happens-before: the smallest partial order with program order, release before
// acquire of a lock (not between two shared sections), and the edges of
// 'sync_edges.h'.  Lamport 1978; local times as epochs as in FastTrack
// (Flanagan & Freund 2009).
//
// Cost: per acquire and release a join of clocks, nothing per access. Slow
// twin: 'tests/unit/test_orders.c', all pairs of random traces.

#include "order/relations.h"

void ft_hb_step (ft_order *o, const ft_event *e) {
  ft_order_thread *thread = ft_order_threads_at (&o->threads, e->thread);
  ft_lock_edges_step (&o->locks, thread, e, FT_ALL_CLOCKS);
  ft_sync_edges_step (&o->sync, &o->threads, e);
}
