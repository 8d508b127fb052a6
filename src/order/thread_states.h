// States of threads in an order at the accesses of a batch, handed from the
// thread of this process that steps the order to those that check accesses.
//
// A state has the time of a thread and the clocks of what is ordered before its
// event, and nobody changes it, so that reading it needs no lock.  Clocks of up
// to 16 threads are copied; larger ones share the nodes of the order's clocks,
// since a node that is shared is copied before it is written ('clock.h').
// References of nodes are counted, without atomic operations, by the stepping
// thread alone, which therefore also clears the states of a batch, when all
// readers of it are done.

#ifndef FT_ORDER_THREAD_STATES_H
#define FT_ORDER_THREAD_STATES_H

#include "order/order_thread.h"

typedef struct ft_thread_state {
  ft_order_thread thread; // its FT_CLOCK_HB is empty
  struct ft_clock_leaf order, sync;
} ft_thread_state;

typedef struct ft_thread_states {
  ft_thread_state *list; // owned, with room for one for each event
  uint32_t count;
  bool shares;        // some clocks share nodes
  uint32_t *of_event; // owned: by event of the batch, an index in 'list'; set
                      // for accesses
} ft_thread_states;

// For batches of so many events.
void ft_thread_states_init (ft_thread_states *, size_t events);
void ft_thread_states_release (ft_thread_states *);

// Drops the states of a batch.
void ft_thread_states_clear (ft_thread_states *);

static inline const ft_order_thread *
ft_thread_states_at (const ft_thread_states *states, size_t event) {
  return &states->list[states->of_event[event]].thread;
}

// The last states of the threads.
typedef struct ft_last_states {
  uint64_t batch; // number of the batch at hand, from 1
  FT_STACK (struct ft_last_state {
    uint64_t batch; // in which the state is
    uint64_t stamp;
    uint32_t index;
  })
  by_thread;
} ft_last_states;

// The slow path of ft_thread_states_set.
uint32_t ft_thread_states_add (ft_thread_states *, ft_last_states *,
                               const ft_order_thread *, ft_tid);

// Sets the state at an event of thread 't': its last one in this batch, if the
// thread has not changed since.
static inline void ft_thread_states_set (ft_thread_states *states,
                                         ft_last_states *last,
                                         const ft_order_thread *thread,
                                         ft_tid t, size_t event) {
  if (t < last->by_thread.size &&
      last->by_thread.begin[t].stamp == thread->stamp &&
      last->by_thread.begin[t].batch == last->batch)
    states->of_event[event] = last->by_thread.begin[t].index;
  else
    states->of_event[event] = ft_thread_states_add (states, last, thread, t);
}

#endif
