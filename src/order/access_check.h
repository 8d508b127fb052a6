// Filters in two steps, of which several threads of this process can each do
// one: the first steps an order and notes the state of the thread at each
// access; the second checks the accesses of a part of the variables, for all
// orders at once.  For hb, c11, wcp and dc, in which an access depends on
// earlier ones through the order alone, and for hybrid, whose order is fork and
// join, and the locks held.

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
  ft_locks_held locks; // of hybrid
  ft_id sets_given;    // sets of locks that were handed on
} ft_stepped_order;

// 'tables' are borrowed.
void ft_stepped_order_init (ft_stepped_order *, enum ft_filter_kind,
                            const ft_tables *tables);
void ft_stepped_order_release (ft_stepped_order *);

// What the steps hand on of a batch.
typedef struct ft_order_batch {
  ft_thread_states states;
  uint16_t *state_at;       // owned: number of the state, by event; of accesses
  ft_dealt_accesses *dealt; // owned, one for each part
  uint32_t parts;           // zero: the accesses are dealt out by another order
  FT_STACK (uint32_t) sets; // of hybrid: new sets of locks, of each the number
                            // of elements and these
} ft_order_batch;

// 'parts': of the variables.
void ft_order_batch_init (ft_order_batch *, size_t events, uint32_t parts);
void ft_order_batch_release (ft_order_batch *); // {0} is empty

// Steps over the next 'count' events, and sets what is handed on of them.
void ft_stepped_order_run (ft_stepped_order *, const ft_event *, size_t count,
                           ft_order_batch *);

// Steps over the next 'count' events, of which nothing is handed on.
void ft_stepped_order_skip (ft_stepped_order *, const ft_event *, size_t count,
                            ft_order_batch *);

// The most orders that are checked at once; hybrid, where locks count, is
// checked by itself.
enum { FT_CHECKED_MOST = 4 };

// Mostly a variable has the same cell in all orders, which 'common' then has
// once.  A cell of 'common' that is 'spread' says that orders differ: each has
// the cell in its own shadow memory.  Of one order 'common' is not used.
typedef struct ft_access_check {
  ft_variable_part part;
  const ft_tables *tables; // borrowed
  uint32_t count;          // of orders
  enum ft_filter_kind kinds[FT_CHECKED_MOST];
  ft_shadow common, own[FT_CHECKED_MOST];
  ft_locks_held locks; // of hybrid: the sets of locks, by the numbers that they
                       // have in the order step
} ft_access_check;

// For the orders in the set 'kinds'.
void ft_access_check_init (ft_access_check *, unsigned kinds, ft_variable_part,
                           const ft_tables *tables);
void ft_access_check_release (ft_access_check *);

// Checks the accesses of the part among the events of a batch.  'batches' are
// those of the orders, ascending; the first one has dealt.  'racy' gets, by
// event, the set of the orders in which it is racy.  Of a FREE, whose variables
// may be in several parts, it is added by an atomic operation.
void ft_access_check_run (ft_access_check *, const ft_event *,
                          const ft_order_batch *const *batches, uint8_t *racy);

// Of a batch of which nothing is checked: takes what later ones will name.
void ft_access_check_skip (ft_access_check *, const ft_order_batch *);

// Between two batches: puts all that is known of variables into 'own', to be
// written to a file; goes on from what was read into 'own'.
void ft_access_check_part (ft_access_check *);
void ft_access_check_resume (ft_access_check *);

#endif
