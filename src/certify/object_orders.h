// Orders that the rules of barriers and semaphores force in every schedule,
// whatever the order of everything else.
//
// - A barrier of n parties that exactly n threads use: each thread arrives for
//   the i-th time before any other leaves for the i-th time.  These orders are
//   all that the rule asks for.
// - A barrier whose rounds the trace does not show: its events keep their
//   recorded order (docs/reference/witness-format.md).  Nothing else is asked.
// - A semaphore: a wait behind n - 1 others, of its thread or of that thread's
//   ancestors before the forks, needs n units.  If the initial count, the posts
//   of the thread itself before the wait and all posts of all others but one
//   leave k units to that one, its k-th post comes first.  Posts of threads
//   that start behind the wait are not counted: they come too late.  The other
//   waits are not counted either, so that the rule may ask for more.
//
// What a rule asks for beyond these orders is a choice of the schedule: which
// arrivals fill a round of a barrier that more threads use than it has
// parties, which post a wait of a semaphore takes, which signal ends a wait.
// The encoders have these choices (encoders/maximal_objects.c).
//
// Cost: a pass over the events of objects; a row of a wait or leave has an
// entry per other thread at most.  Slow twin: enumeration, in
// tests/unit/test_certify.c.

#ifndef FT_CERTIFY_OBJECT_ORDERS_H
#define FT_CERTIFY_OBJECT_ORDERS_H

#include "trace/index.h"

enum ft_object_rule {
  FT_OBJECT_OPEN,    // no order and no choice: only the recorded order is known
  FT_OBJECT_ROUNDS,  // a barrier whose threads are its parties
  FT_OBJECT_KEPT,    // a barrier that keeps its recorded order
  FT_OBJECT_FILLED,  // another barrier: a choice of arrivals per round
  FT_OBJECT_POSTS,   // a semaphore that something may use before its SEM_INIT
  FT_OBJECT_UNITS,   // another semaphore: a choice of posts
  FT_OBJECT_NOTICES, // a condition: a choice of signals ('enablers.h')
};

typedef struct ft_object_orders ft_object_orders;

struct ft_object_orders {
  const ft_trace *trace; // borrowed
  uint8_t *rule;         // per object: enum ft_object_rule
  // Per object: the parties of a barrier with rounds; the units of a semaphore
  // that no post gives.
  uint64_t *number;
  ft_id *event_begin;    // per object, + 1; offsets into 'events'
  ft_id *events;         // the uses of each object, in recorded order
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

// Whether what the rule asks for beyond the orders is a choice.
static inline bool ft_object_orders_choose (const ft_object_orders *o,
                                            ft_id object) {
  return o && (o->rule[object] == FT_OBJECT_FILLED ||
               o->rule[object] == FT_OBJECT_UNITS ||
               o->rule[object] == FT_OBJECT_NOTICES);
}

// The rule by which 'first' comes before 'second', or FT_OBJECT_OPEN.
enum ft_object_rule ft_object_orders_rule (const ft_object_orders *,
                                           ft_id first, ft_id second);

#endif
