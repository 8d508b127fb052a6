// Barriers: every arrival of a round comes before every leave of the round.
// The arrivals that are pending at the first leave form a round, and a thread
// leaves the round that it arrived in.

#ifndef FT_ORDER_BARRIER_H
#define FT_ORDER_BARRIER_H

#include "order/order_thread.h"

typedef struct ft_barriers {
  FT_STACK (ft_id)
  gathering;                // per barrier: round that still grows, or
                            // FT_NO_ID
  FT_STACK (ft_id) arrived; // per thread: round it has not left, or FT_NO_ID
  FT_STACK (struct ft_round {
    ft_clocks clocks;
    uint32_t inside; // threads that have not left
    ft_id next;      // when free: next free round
  })
  rounds;
  ft_id unused; // first free round + 1, or zero
} ft_barriers;

void ft_barriers_release (ft_barriers *); // {0} is empty

void ft_barrier_arrive (ft_barriers *, ft_id barrier, ft_tid,
                        const ft_clocks *);
void ft_barrier_leave (ft_barriers *, ft_id barrier, ft_tid, ft_clocks *);

void ft_barriers_visit (const ft_barriers *, ft_clocks_visitor *, void *);

#endif
