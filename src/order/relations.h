// The state of an order, and the step of each relation (hb.c, wcp.c, ...).

#ifndef FT_ORDER_RELATIONS_H
#define FT_ORDER_RELATIONS_H

#include "order/lock_edge.h"
#include "order/order.h"
#include "order/section_rules.h"
#include "order/sync_edges.h"

struct ft_order {
  enum ft_relation relation;
  const ft_tables *tables; // borrowed
  ft_order_threads threads;
  ft_sync_edges sync;
  ft_lock_edges locks;       // HB, SHB, WCP
  ft_section_rules sections; // WCP, DC
  ft_write_clocks writes;    // SHB: last writes
  FT_STACK (ft_clocks)
  delayed; // SHB: by thread, what its last read adds to
           // what comes next
};

// To be called when the sections' pool has no room.
void ft_order_collect (ft_order *);

void ft_hb_step (ft_order *, const ft_event *);
void ft_shb_access (ft_order *, ft_order_thread *, const ft_event *);
void ft_shb_join_delayed (ft_order *, ft_tid); // slow path of 'catch_up'
void ft_shb_step (ft_order *, const ft_event *);
void ft_wcp_init (ft_order *);
void ft_wcp_step (ft_order *, const ft_event *);
void ft_dc_init (ft_order *);
void ft_dc_step (ft_order *, const ft_event *);

// What the relations do alike at a plain access: a write ends what an atomic
// released there.
static inline void ft_hb_access (ft_order *o, const ft_event *e) {
  if (e->kind == FT_WRITE && e->target < o->sync.atomics.releases.first.size)
    ft_write_clocks_set (&o->sync.atomics.releases, e->target, e->mask, NULL);
}

// SHB, before any event of a thread: what its last read brought.
static inline void ft_shb_catch_up (ft_order *o, ft_tid t) {
  if (t < o->delayed.size && !ft_clocks_is_empty (o->delayed.begin + t))
    ft_shb_join_delayed (o, t);
}

#endif
