// What the last write to each byte of a variable left for its readers: a
// view.  Atomics pass release views on through it, SHB its last writes.

#ifndef FT_ORDER_BOARD_H
#define FT_ORDER_BOARD_H

#include "order/view.h"

typedef struct ft_board {
  FT_STACK (ft_id) first; // per variable: its first note, or FT_NO_ID
  FT_STACK (struct ft_board_note {
    ft_view view;
    ft_id next;
    uint8_t mask; // zero: free, linked from 'unused'
  })
  notes;
  ft_id unused; // first free note + 1, or zero
} ft_board;

void ft_board_release (ft_board *); // (ft_board){0} is empty

// A write to the bytes 'mask' leaves 'view' (NULL: nothing).
void ft_board_post (ft_board *, ft_id variable, uint8_t mask,
                    const ft_view *view);

// Adds to what a write to exactly these bytes has just left.
void ft_board_add (ft_board *, ft_id variable, uint8_t mask, const ft_view *);

// Joins to 'view' what the bytes 'mask' hold.
void ft_board_read (const ft_board *, ft_id variable, uint8_t mask,
                    ft_view *view);

void ft_board_visit (const ft_board *, ft_view_visitor *, void *);

#endif
