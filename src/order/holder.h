// The locks that each thread holds, with modes, as it runs.

#ifndef FT_ORDER_HOLDER_H
#define FT_ORDER_HOLDER_H

#include "order/lock_set.h"
#include "trace/event.h"

typedef struct ft_holders {
  ft_lock_sets sets;
  FT_STACK (ft_id) held; // by thread
} ft_holders;

void ft_holders_init (ft_holders *);
void ft_holders_release (ft_holders *);

void ft_holders_step (ft_holders *, const ft_event *);

static inline ft_id ft_holders_at (const ft_holders *holders, ft_tid t) {
  return t < holders->held.size ? holders->held.begin[t] : FT_LOCK_SET_EMPTY;
}

#endif
