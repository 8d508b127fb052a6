// Doesn't-commute (Roemer, Genç, Bond 2018, Definition 4.1): the smallest
// relation with rules (a) and (b) as in 'wcp.c', with ≺DC for ≺WCP, that
// contains program order and the edges of 'sync_edges.h' and is transitive.  DC
// is not composed with the order of critical sections.
//
// Rule (b) is applied until nothing changes.  In the paper's Algorithm 2, the
// events that a release learns of from one thread's queue are not seen by the
// queues that were looked at before.
//
// See 'ccs.h' for rule (a) and 'release_queue.h' for rule (b), and for their
// cost. Slow twin: 'tests/unit/test_orders.c', all pairs of random traces.

#include "order/relations.h"

void ft_dc_init (ft_order *o) {
  ft_section_rules_init (&o->sections, FT_CLOCK_ORDER, FT_CLOCK_ORDER,
                         FT_CLOCK_ORDER, false);
}

void ft_dc_step (ft_order *o, const ft_event *e) {
  ft_section_rules_step (&o->sections, &o->threads, o->tables, e);
  ft_sync_edges_step (&o->sync, &o->threads, e);
  if (ft_section_pool_full (&o->sections.pool))
    ft_order_collect (o);
}
