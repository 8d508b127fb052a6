// A filter in two steps, of which several threads of this process can each do
// one: the first steps the order, notes the state of the thread at each access,
// and deals the accesses out by their variables; the others check the accesses
// of a part.  For hb, c11, wcp and dc, in which an access depends on earlier ones
// through the order alone.

#ifndef FT_ORDER_ACCESS_CHECK_H
#define FT_ORDER_ACCESS_CHECK_H

#include "order/dealt_accesses.h"
#include "order/filter.h"
#include "order/shadow.h"
#include "order/thread_states.h"

bool ft_filter_has_order_step (enum ft_filter_kind);

typedef struct ft_stepped_order {
  enum ft_filter_kind kind;
  ft_order *order; // owned
  ft_last_states last;
  uint32_t parts;
} ft_stepped_order;

// 'tables' are borrowed.  'parts': of the variables.
void ft_stepped_order_init (ft_stepped_order *, enum ft_filter_kind,
                            const ft_tables *tables, uint32_t parts);
void ft_stepped_order_release (ft_stepped_order *);

// What the steps hand on of a batch.
typedef struct ft_order_batch {
  ft_thread_states states;
  ft_dealt_accesses *dealt; // owned, one for each part
  uint32_t parts;
} ft_order_batch;

void ft_order_batch_init (ft_order_batch *, size_t events, uint32_t parts);
void ft_order_batch_release (ft_order_batch *); // {0} is empty

// Steps over the next 'count' events, and sets what is handed on of them.
void ft_stepped_order_run (ft_stepped_order *, const ft_event *, size_t count,
                           ft_order_batch *);

// Steps over the next 'count' events, of which nothing is handed on.
void ft_stepped_order_skip (ft_stepped_order *, const ft_event *, size_t count,
                            ft_order_batch *);

typedef struct ft_access_check {
  ft_variable_part part;
  const ft_tables *tables; // borrowed
  ft_shadow shadow;
} ft_access_check;

void ft_access_check_init (ft_access_check *, ft_variable_part,
                           const ft_tables *tables);
void ft_access_check_release (ft_access_check *);

// Checks the accesses of the part among the events of a batch, as
// 'ft_filter_run' with the mark 1.
void ft_access_check_run (ft_access_check *, const ft_event *,
                          const ft_order_batch *, uint8_t *racy);

#endif
