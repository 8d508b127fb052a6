// Edges of atomics and fences, as in C11: a release write comes before an
// acquire read that reads from it or from a read-modify-write that continues
// its release sequence; a fence orders also the relaxed accesses around it.
//
// The write that a read reads from is the last one to each byte in the trace.
// Values, which are optional, do not decide it.  An unrecorded order counts as
// seq_cst, and consume as acquire: compilers do the same.
//
// A release sequence is that of C++20, its head and the read-modify-writes that
// follow, or with 'own_stores' the larger one of C11, in which stores of the
// head's thread may follow, too.

#ifndef FT_ORDER_ATOMIC_H
#define FT_ORDER_ATOMIC_H

#include "order/release_heads.h"
#include "order/write_clocks.h"
#include "trace/event.h"

typedef struct ft_atomics {
  bool own_stores;
  ft_release_heads heads;   // with 'own_stores'
  ft_write_clocks releases; // by byte, the clocks that an acquire read of it
                            // joins
  FT_STACK (struct ft_fences {
    ft_clocks released; // clocks at the last release fence
    ft_clocks pending;  // clocks that an acquire fence would join, from relaxed
                        // reads
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

// Handles atomics, fences and plain writes (which end release sequences).
void ft_atomics_step (ft_atomics *, ft_order_thread *, const ft_event *);

// A plain write ends the release sequences on its bytes.
static inline void ft_atomics_end_sequences (ft_atomics *atomics,
                                             const ft_event *e) {
  if (e->target >= atomics->releases.first.size)
    return;
  ft_write_clocks_set (&atomics->releases, e->target, e->mask, NULL);
  if (atomics->own_stores)
    ft_release_heads_begin (&atomics->heads, e->target, e->mask, e->thread,
                            NULL);
}

// Joins 'clocks' to those that the write just stepped over released, if it was
// a release.  (SHB: the write-to-read edge of the read part of a
// read-modify-write.)
void ft_atomics_add (ft_atomics *, const ft_event *, const ft_clocks *);

void ft_atomics_visit (const ft_atomics *, ft_clocks_visitor *, void *);

#endif
