// Edges that hold in every relation: whatever forces its order by something
// else than a lock.  Fork before the child's events, these before its join;
// notice before wake, post before wait, arrivals before leaves, release
// before acquire of atomics.
//
// They are certain for fork and join.  For the others an edge is what this
// run had, so WCP and DC are no complete filters with them; the hybrid filter
// uses fork and join only.  An edge that is missing where the trace does not
// tell who woke whom costs one more candidate, which certification decides.

#ifndef FT_ORDER_SYNC_H
#define FT_ORDER_SYNC_H

#include "order/atomic.h"
#include "order/barrier.h"
#include "order/condition.h"
#include "order/semaphore.h"

typedef struct ft_sync {
  ft_conditions conditions;
  ft_barriers barriers;
  ft_semaphores semaphores;
  ft_atomics atomics;
} ft_sync;

void ft_sync_release (ft_sync *); // (ft_sync){0} is empty

void ft_sync_visit (const ft_sync *, ft_view_visitor *, void *);

void ft_sync_step (ft_sync *, ft_lines *, const ft_event *);

// Fork and join alone.
void ft_sync_fork_join (ft_lines *, const ft_event *);

#endif
