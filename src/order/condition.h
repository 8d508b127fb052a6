// Condition variables: which notification woke which thread.
//
// A wake comes after the earliest notification since its wait began that can
// have woken it: a broadcast, or a signal that no other wake has taken.  A wake
// without one (spurious) comes after nothing.

#ifndef FT_ORDER_CONDITION_H
#define FT_ORDER_CONDITION_H

#include "order/order_thread.h"

typedef struct ft_conditions {
  FT_STACK (struct ft_condition) conditions;
  FT_STACK (struct ft_condition_waiter) waiters; // by thread
} ft_conditions;

struct ft_condition {
  FT_STACK (struct ft_notice {
    ft_clocks clocks;
    bool broadcast;
    bool taken;
  })
  notices;          // none while no thread waits
  uint64_t dropped; // number of earlier notices
  uint32_t waiting; // number of threads that wait
};

struct ft_condition_waiter {
  ft_id condition; // FT_NO_ID: the thread does not wait
  uint64_t since;  // number of notices before its wait
};

void ft_conditions_release (ft_conditions *); // {0} is empty

void ft_condition_wait (ft_conditions *, ft_id condition, ft_tid);
void ft_condition_notify (ft_conditions *, ft_id condition, const ft_clocks *,
                          bool broadcast);

// Joins to 'clocks' those of the notification that woke the thread, which then
// no longer waits.
void ft_condition_wake (ft_conditions *, ft_id condition, ft_tid,
                        ft_clocks *clocks);

// The thread no longer waits (a wait that timed out takes its lock back).
void ft_condition_leave (ft_conditions *, ft_tid);

void ft_conditions_visit (const ft_conditions *, ft_clocks_visitor *, void *);

#endif
