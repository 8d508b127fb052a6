// States of threads in an order at the accesses of a batch, handed from the
// thread of this process that steps the order to those that check accesses.
//
// A state says which events are ordered before those of a thread, and nobody
// changes it, so that reading it needs no lock.  While a thread knows of
// threads below 16 alone, which is mostly the case, these are 16 times in an
// array; a cell of shadow memory is then compared without a branch (see
// 'ft_cell_follows' in 'access_check.c').  Otherwise the state shares the nodes
// of the order's clocks, since a node that is shared is copied before it is
// written ('clock.h').  References of nodes are counted, without atomic
// operations, by the stepping thread alone, which therefore also clears the
// states of a batch, when all readers of it are done.

#ifndef FT_ORDER_THREAD_STATES_H
#define FT_ORDER_THREAD_STATES_H

#include "order/order_thread.h"

typedef struct ft_thread_state {
  uint64_t stamp;
  ft_time time;
  ft_tid thread;
  // Unless 'wide': by thread, the last local time that is ordered before; of
  // the thread itself the greatest number.
  ft_time known[FT_CLOCK_WIDTH];
  uint32_t wide; // 1 + index in the list of wide states, or zero
  uint32_t held; // of hybrid: set of the locks held
} ft_thread_state;

typedef struct ft_thread_states {
  ft_thread_state *list; // owned, with room for one for each event
  uint32_t count;
  FT_STACK (ft_order_thread) wide; // their FT_CLOCK_HB is empty
} ft_thread_states;

// For batches of so many events.
void ft_thread_states_init (ft_thread_states *, size_t events);
void ft_thread_states_release (ft_thread_states *);

// The last states of the threads.
typedef struct ft_last_states {
  FT_STACK (struct ft_last_state {
    uint64_t stamp; // zero: none in this batch
    uint32_t index;
  })
  by_thread;
} ft_last_states;

// Begins a batch: drops the states of an earlier one.
void ft_thread_states_clear (ft_thread_states *);

// Ends a batch: the next one has states of its own.
void ft_last_states_forget (ft_last_states *, const ft_thread_states *);

// The slow path of ft_thread_states_get.
uint32_t ft_thread_states_add (ft_thread_states *, ft_last_states *,
                               const ft_order_thread *, ft_tid);

// The number of the state of thread 't': its last one in this batch, if the
// thread has not changed since.
static inline uint32_t ft_thread_states_get (ft_thread_states *states,
                                             ft_last_states *last,
                                             const ft_order_thread *thread,
                                             ft_tid t) {
  return t < last->by_thread.size &&
                 last->by_thread.begin[t].stamp == thread->stamp
             ? last->by_thread.begin[t].index
             : ft_thread_states_add (states, last, thread, t);
}

// The state in the form in which orders have it; a small one is made in
// '*thread' and '*leaf'.
const ft_order_thread *ft_thread_states_show (const ft_thread_states *,
                                              uint32_t index,
                                              ft_order_thread *thread,
                                              struct ft_clock_leaf *leaf);

#endif
