// Synchronisation edges: the edges that hold in every relation, since something
// else than a lock forces them.  Fork before the child's events, these before
// its join; notification before wake, post before wait, arrivals before leaves,
// release before acquire of atomics.
//
// Fork and join edges are certain.  The other edges are those of the recorded
// run, so WCP and DC are no complete filters with them; the hybrid filter uses
// fork and join only.  An edge is missing where the trace does not record who
// woke whom. This costs one more candidate, which certification decides.

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

// The edges of fork and join alone.
void ft_sync_edges_fork_join (ft_order_threads *, const ft_event *);

#endif
