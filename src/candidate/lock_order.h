// The order of the locks of a run: from each lock that a thread holds to each
// one that it asks for.  As long as the order has no cycle, there is no cycle
// of acquires (see 'lock_cycles.h'), whatever the threads and modes.

#ifndef FT_CANDIDATE_LOCK_ORDER_H
#define FT_CANDIDATE_LOCK_ORDER_H

#include "order/lock_set.h"

typedef struct ft_lock_order {
  ft_map asked; // set of (locks held, lock asked for)
  ft_map known; // set of the edges
  FT_STACK (struct ft_lock_order_edge {
    ft_id held;
    ft_id asked;
  })
  edges;
} ft_lock_order;

void ft_lock_order_release (ft_lock_order *); // (ft_lock_order){0} is empty

// A thread that holds a set of locks asks for another one.
void ft_lock_order_ask (ft_lock_order *, const ft_lock_sets *, ft_id held,
                        ft_id lock);

// Whether the order has no cycle; 'locks' is the number of locks.
bool ft_lock_order_is_acyclic (const ft_lock_order *, uint32_t locks);

#endif
