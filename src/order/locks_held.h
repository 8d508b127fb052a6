// The locks that each thread holds, with modes, as it runs.

#ifndef FT_ORDER_LOCKS_HELD_H
#define FT_ORDER_LOCKS_HELD_H

#include "order/lock_set.h"
#include "trace/event.h"

typedef struct ft_locks_held {
  ft_lock_sets sets;
  FT_STACK (ft_id) held; // by thread
} ft_locks_held;

void ft_locks_held_init (ft_locks_held *);
void ft_locks_held_release (ft_locks_held *);

void ft_locks_held_step (ft_locks_held *, const ft_event *);

static inline ft_id ft_locks_held_by (const ft_locks_held *locks, ft_tid t) {
  return t < locks->held.size ? locks->held.begin[t] : FT_LOCK_SET_EMPTY;
}

#endif
