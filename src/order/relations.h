// The state of an order, and the step of each relation ('hb.c', 'shb.c',
// 'wcp.c', 'dc.c', 'c11.c').

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
  ft_lock_edges locks;       // HB, C11, SHB, WCP
  ft_section_rules sections; // WCP, DC
  ft_write_clocks writes;    // SHB: clocks of the last writes
  FT_STACK (ft_clocks)
  delayed; // SHB: by thread, clocks that its last read joins to its next event
};

// Forgets closed sections that no later event can ask for.  Due when
// ft_section_pool_full.
void ft_order_collect (ft_order *);

void ft_hb_step (ft_order *, const ft_event *); // of HB and C11
void ft_c11_init (ft_order *);
void ft_shb_access (ft_order *, ft_order_thread *, const ft_event *);
void ft_shb_join_delayed (ft_order *, ft_tid); // slow path of ft_shb_catch_up
void ft_shb_step (ft_order *, const ft_event *);
void ft_wcp_init (ft_order *);
void ft_wcp_step (ft_order *, const ft_event *);
void ft_dc_init (ft_order *);
void ft_dc_step (ft_order *, const ft_event *);

// The step of HB, C11, WCP and DC at a plain access: a write ends the release
// sequence of an atomic on these bytes.
static inline void ft_hb_access (ft_order *o, const ft_event *e) {
  if (e->kind == FT_WRITE)
    ft_atomics_end_sequences (&o->sync.atomics, e);
}

// A short way of HB and C11 through the events of locks that wait for nothing.
// Returns whether it was taken.
static inline bool ft_hb_lock (ft_order *o, const ft_event *e) {
  return !o->sync.conditions.waiters.size && e->condition == FT_NO_ID &&
         ft_lock_edges_usual (&o->locks,
                              ft_order_threads_begin (&o->threads, e->thread),
                              e);
}

// SHB, before an event of thread 't': joins the write-to-read edge that the
// last read of the thread has delayed.
static inline void ft_shb_catch_up (ft_order *o, ft_tid t) {
  if (t < o->delayed.size && !ft_clocks_is_empty (o->delayed.begin + t))
    ft_shb_join_delayed (o, t);
}

#endif
