// Semaphores: which post let which wait through.
//
// A wait takes one of the initial count while any is left.  Otherwise it comes
// after the oldest post that no wait has taken.  Without a recorded initial
// count, a wait that finds no post shows that the count was higher by one.

#ifndef FT_ORDER_SEMAPHORE_H
#define FT_ORDER_SEMAPHORE_H

#include "order/order_thread.h"

typedef struct ft_semaphores {
  FT_STACK (struct ft_semaphore {
    uint64_t initial; // count that is left of the initial one
    FT_STACK (ft_clocks) posts;
    size_t taken; // posts from the front that waits have taken
  })
  semaphores;
} ft_semaphores;

void ft_semaphores_release (ft_semaphores *); // {0} is empty

void ft_semaphore_set (ft_semaphores *, ft_id semaphore, uint64_t count);
void ft_semaphore_post (ft_semaphores *, ft_id semaphore, const ft_clocks *);
void ft_semaphore_wait (ft_semaphores *, ft_id semaphore, ft_clocks *);

void ft_semaphores_visit (const ft_semaphores *, ft_clocks_visitor *, void *);

#endif
