// Edges of atomics and fences, as in C11: a release write comes before an
// acquire read that reads from it or from a read-modify-write that continues
// it; a fence lends its order to the relaxed accesses around it.
//
// Which write is read is not taken from values, which are optional, but is
// the last one to each byte in the trace.  Unrecorded orders and consume
// count as the strongest, seq_cst and acquire: compilers do the same.

#ifndef FT_ORDER_ATOMIC_H
#define FT_ORDER_ATOMIC_H

#include "order/write_clocks.h"
#include "trace/event.h"

typedef struct ft_atomics {
  ft_write_clocks releases; // what an acquire read of each byte comes after
  FT_STACK (struct ft_fences {
    ft_clocks released; // at the last release fence
    ft_clocks pending;  // what relaxed reads would have acquired
  })
  fences; // by thread
} ft_atomics;

static inline bool ft_atomic_acquires (enum ft_memory_order order) {
  return order != FT_ORDER_RELAXED && order != FT_ORDER_RELEASE;
}

static inline bool ft_atomic_releases (enum ft_memory_order order) {
  return order == FT_ORDER_RELEASE || order == FT_ORDER_ACQ_REL ||
         order == FT_ORDER_SEQ_CST || order == FT_ORDER_PLAIN;
}

void ft_atomics_release (ft_atomics *); // {0} is empty

// Handles atomics, fences and plain writes (which end what was released).
void ft_atomics_step (ft_atomics *, ft_order_thread *, const ft_event *);

// Adds to what a write just stepped over released, if it released anything of
// its own (SHB: what the read part of a read-modify-write brought).
void ft_atomics_add (ft_atomics *, const ft_event *, const ft_clocks *);

void ft_atomics_visit (const ft_atomics *, ft_clocks_visitor *, void *);

#endif
