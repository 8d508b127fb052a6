// Eraser's lockset discipline; see 'eraser.c'.

#ifndef FT_ORDER_ERASER_H
#define FT_ORDER_ERASER_H

#include "order/lock_set.h"
#include "order/variable_access.h"
#include "order/variable_part.h"

typedef struct ft_eraser {
  ft_lock_sets sets;
  FT_STACK (struct ft_eraser_thread {
    ft_id reading; // set of locks that protect its reads
    ft_id writing; // set of locks that protect its writes
  })
  threads;                // by thread
  FT_STACK (ft_id) first; // per variable: first part, or FT_NO_ID
  FT_STACK (struct ft_eraser_bytes {
    ft_id set; // locks that protected all accesses to these bytes
    ft_id next;
    uint8_t mask;
  })
  parts;
} ft_eraser;

void ft_eraser_init (ft_eraser *);
void ft_eraser_release (ft_eraser *);

// Whether the event violates the discipline: no lock is left that protected all
// accesses to a byte that the event accesses.  Variables outside of the part
// are not looked at.
bool ft_eraser_step (ft_eraser *, const ft_tables *, const ft_event *,
                     ft_variable_part);

#endif
