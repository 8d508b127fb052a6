// A filter in two steps, for several threads of this process: one steps the
// order and notes the state of the thread at each access; others check the
// accesses, each those of a part of the variables.  For hb, c11, wcp and dc,
// in which an access depends on earlier ones through the order alone.

#ifndef FT_ORDER_ACCESS_CHECK_H
#define FT_ORDER_ACCESS_CHECK_H

#include "order/filter.h"
#include "order/shadow.h"
#include "order/thread_states.h"

bool ft_filter_has_order_step (enum ft_filter_kind);

typedef struct ft_stepped_order {
  enum ft_filter_kind kind;
  ft_order *order; // owned
  ft_last_states last;
} ft_stepped_order;

// 'tables' are borrowed.
void ft_stepped_order_init (ft_stepped_order *, enum ft_filter_kind,
                            const ft_tables *tables);
void ft_stepped_order_release (ft_stepped_order *);

// Steps over the next 'count' events, and sets the states of the accesses.
void ft_stepped_order_run (ft_stepped_order *, const ft_event *, size_t count,
                           ft_thread_states *);

typedef struct ft_access_check {
  ft_variable_part part;
  const ft_tables *tables; // borrowed
  ft_shadow shadow;
} ft_access_check;

void ft_access_check_init (ft_access_check *, ft_variable_part,
                           const ft_tables *tables);
void ft_access_check_release (ft_access_check *);

// Checks the accesses of the part among the next 'count' events, as
// 'ft_filter_run' with the mark 1.
void ft_access_check_run (ft_access_check *, const ft_event *, size_t count,
                          const ft_thread_states *, uint8_t *racy);

#endif
