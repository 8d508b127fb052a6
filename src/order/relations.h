// The state of an order, and the step of each relation (hb.c, wcp.c, ...).

#ifndef FT_ORDER_RELATIONS_H
#define FT_ORDER_RELATIONS_H

#include "order/lock_edge.h"
#include "order/order.h"
#include "order/sections.h"
#include "order/sync.h"

// Clocks of a view.  WCP keeps three, all others the first alone.
enum ft_view_clock {
  FT_CLOCK_ORDER, // what is ordered before, for WCP: by ≺WCP alone
  FT_CLOCK_HB,    // WCP: what happens before
  FT_CLOCK_HARD,  // WCP: program order and the edges of 'sync.h'
};

struct ft_order {
  enum ft_relation relation;
  const ft_tables *tables; // borrowed
  ft_lines lines;
  ft_sync sync;
  ft_lock_edges locks;  // HB, SHB, WCP
  ft_sections sections; // WCP, DC
  ft_board writes;      // SHB: last writes
  FT_STACK (ft_view)
  late; // SHB: by thread, what its last read adds to
        // what comes next
};

void ft_hb_step (ft_order *, const ft_event *);
void ft_shb_catch_up (ft_order *, ft_tid); // before any event of a thread
void ft_shb_step (ft_order *, const ft_event *);
void ft_wcp_init (ft_order *);
void ft_wcp_step (ft_order *, const ft_event *);
void ft_dc_init (ft_order *);
void ft_dc_step (ft_order *, const ft_event *);

#endif
