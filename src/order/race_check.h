// The test whether a pair of accesses counts for a filter: the accesses
// conflict, the order leaves them unordered, and no common lock excludes them.
// HB, SHB, WCP and DC use no locks held, lockset uses no order, and hybrid
// (O'Callahan & Choi 2003) uses fork and join as its order, and the locks held.

#ifndef FT_ORDER_RACE_CHECK_H
#define FT_ORDER_RACE_CHECK_H

#include "order/locks_held.h"
#include "order/order.h"
#include "order/variable_access.h"

typedef struct ft_race_check {
  ft_order *order;      // NULL: program order alone
  ft_locks_held *locks; // NULL: locks held do not count
} ft_race_check;

// An access, with the facts that a later race check asks for.
typedef struct ft_access {
  ft_tid thread;
  ft_time time;
  ft_id held; // locks held by its thread, a set of 'locks'
  uint8_t mask;
  bool write, atomic;
} ft_access;

static inline ft_access ft_access_of (const ft_race_check *check,
                                      const ft_variable_access *accessed,
                                      ft_tid t) {
  return (ft_access){t,
                     check->order ? ft_order_time (check->order, t) : 0,
                     check->locks ? ft_locks_held_by (check->locks, t)
                                  : FT_LOCK_SET_EMPTY,
                     accessed->mask,
                     accessed->write,
                     accessed->atomic};
}

static inline bool ft_access_conflicts (const ft_access *a,
                                        const ft_access *b) {
  return (a->mask & b->mask) && (a->write || b->write) &&
         !(a->atomic && b->atomic);
}

// Whether 'before' is ordered before 'now'.  Access 'now' must belong to the
// event that the order has stepped over last.
static inline bool ft_race_check_ordered (const ft_race_check *check,
                                          const ft_access *before,
                                          const ft_access *now) {
  return before->thread == now->thread ||
         (check->order && ft_order_before (check->order, before->thread,
                                           before->time, now->thread));
}

static inline bool ft_race_check_excluded (const ft_race_check *check,
                                           const ft_access *a,
                                           const ft_access *b) {
  return check->locks &&
         ft_lock_set_exclusive (&check->locks->sets, a->held, b->held);
}

#endif
