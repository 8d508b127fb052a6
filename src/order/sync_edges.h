// Edges that hold in every relation: whatever forces its order by something
// else than a lock.  Fork before the child's events, these before its join;
// notice before wake, post before wait, arrivals before leaves, release
// before acquire of atomics.
//
// They are certain for fork and join.  For the others an edge is what this
// run had, so WCP and DC are no complete filters with them; the hybrid filter
// uses fork and join only.  An edge that is missing where the trace does not
// tell who woke whom costs one more candidate, which certification decides.

#ifndef FT_ORDER_SYNC_EDGES_H
#define FT_ORDER_SYNC_EDGES_H

#include "order/atomic.h"
#include "order/barrier.h"
#include "order/condition.h"
#include "order/semaphore.h"

typedef struct ft_sync_edges {
  ft_conditions conditions;
  ft_barriers barriers;
  ft_semaphores semaphores;
  ft_atomics atomics;
} ft_sync_edges;

void ft_sync_edges_release (ft_sync_edges *); // (ft_sync_edges){0} is empty

void ft_sync_edges_visit (const ft_sync_edges *, ft_clocks_visitor *, void *);

void ft_sync_edges_step (ft_sync_edges *, ft_order_threads *, const ft_event *);

// Fork and join alone.
void ft_sync_edges_fork_join (ft_order_threads *, const ft_event *);

#endif
