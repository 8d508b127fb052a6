// Heads of release sequences, by thread, as C11 (5.1.2.4) needs them: a store
// by the thread of a head goes on with the sequence of that head, and ends
// those that other threads head; a read-modify-write goes on with all of them.
// C++20 has dropped the first rule, which only adds order.
//
// A head is a release write, or a write after a release fence.  Of one thread
// the last head knows whatever the earlier ones do, so that one clock for each
// thread is enough.

#ifndef FT_ORDER_RELEASE_HEADS_H
#define FT_ORDER_RELEASE_HEADS_H

#include "order/order_thread.h"

typedef struct ft_release_head {
  ft_clock clock;
  ft_tid thread;
  uint8_t mask; // the bytes whose last write is in the sequence
} ft_release_head;

typedef struct ft_release_heads {
  FT_STACK (struct ft_release_heads_of {
    FT_STACK (ft_release_head) list;
  })
  variables;
} ft_release_heads;

void ft_release_heads_release (ft_release_heads *); // {0} is empty

// Joins the clocks of the heads of thread 't' whose sequence one of the bytes
// is in.
void ft_release_heads_own (const ft_release_heads *, ft_id variable,
                           uint8_t mask, ft_tid t, ft_clocks *);

// A write ends the sequences on the bytes 'mask' and heads one if 'clocks' are
// not empty (NULL: they are).
void ft_release_heads_begin (ft_release_heads *, ft_id variable, uint8_t mask,
                             ft_tid t, const ft_clocks *);

// A read-modify-write is in the sequences on the bytes 'mask', and heads one.
void ft_release_heads_extend (ft_release_heads *, ft_id variable, uint8_t mask,
                              ft_tid t, const ft_clocks *);

#endif
