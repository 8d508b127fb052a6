// Clocks that the last write to each byte of a variable left for its readers.
// Atomics hand on the clocks of releases through them, SHB the clocks of its
// last writes.

#ifndef FT_ORDER_WRITE_CLOCKS_H
#define FT_ORDER_WRITE_CLOCKS_H

#include "order/order_thread.h"

typedef struct ft_write_clocks {
  FT_STACK (ft_id) first; // per variable: its first entry, or FT_NO_ID
  FT_STACK (struct ft_write_clock {
    ft_clocks clocks;
    ft_id next;
    uint8_t mask; // zero: a free entry, linked from 'unused'
  })
  entries;
  ft_id unused; // first free entry + 1, or zero
} ft_write_clocks;

void ft_write_clocks_release (
    ft_write_clocks *); // (ft_write_clocks){0} is empty

// A write to the bytes 'mask' leaves these clocks; NULL: none.
void ft_write_clocks_set (ft_write_clocks *, ft_id variable, uint8_t mask,
                          const ft_clocks *clocks);

// Joins clocks to those that a write to exactly these bytes has just left.
void ft_write_clocks_join (ft_write_clocks *, ft_id variable, uint8_t mask,
                           const ft_clocks *);

// Joins the clocks that the bytes 'mask' hold to 'clocks'.
void ft_write_clocks_read (const ft_write_clocks *, ft_id variable,
                           uint8_t mask, ft_clocks *clocks);

void ft_write_clocks_visit (const ft_write_clocks *, ft_clocks_visitor *,
                            void *);

#endif
