// Orders that the rules of barriers and semaphores force in every schedule,
// whatever the order of everything else.
//
// - A barrier of n parties that exactly n threads use: each thread arrives for
//   the i-th time before any other leaves for the i-th time.  These orders are
//   all that the rule asks for.
// - A barrier whose rounds the trace does not show: its events keep their
//   recorded order (docs/reference/witness-format.md).  Nothing else is asked.
// - A semaphore: the n-th wait of a thread needs n units.  If the initial
//   count, the posts of the thread itself before the wait and all posts of all
//   others but one leave k units to that one, its k-th post comes first.  The
//   waits of other threads are not counted, so that the rule may ask for more.
//
// Cost: a pass over the events of objects; a row of a wait or leave has an
// entry per other thread at most.  Slow twin: enumeration, in
// tests/unit/test_certify.c.

#ifndef FT_CERTIFY_OBJECT_ORDERS_H
#define FT_CERTIFY_OBJECT_ORDERS_H

#include "trace/index.h"

enum ft_object_rule {
  FT_OBJECT_OPEN,   // no order holds in every schedule
  FT_OBJECT_ROUNDS, // a barrier whose threads are its parties
  FT_OBJECT_KEPT,   // a barrier that keeps its recorded order
  FT_OBJECT_UNITS,  // a semaphore
};

typedef struct ft_object_orders ft_object_orders;

struct ft_object_orders {
  const ft_trace *trace; // borrowed
  uint8_t *rule;         // per object: enum ft_object_rule
  ft_id *begin;          // per event, + 1; offsets into 'before'
  ft_id *before;         // events of other threads that come first
};

// NULL if the trace has no such order.
ft_object_orders *ft_object_orders_new (const ft_index *);
void ft_object_orders_free (ft_object_orders *);

// Whether the orders are all that the rule of the object asks for.
static inline bool ft_object_orders_suffice (const ft_object_orders *o,
                                             ft_id object) {
  return o && (o->rule[object] == FT_OBJECT_ROUNDS ||
               o->rule[object] == FT_OBJECT_KEPT);
}

// The rule by which 'first' comes before 'second', or FT_OBJECT_OPEN.
enum ft_object_rule ft_object_orders_rule (const ft_object_orders *,
                                           ft_id first, ft_id second);

#endif
