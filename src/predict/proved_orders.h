// Proved orders: of two events of different threads, no schedule reaches the last
// one before the first one is executed.  One proof refutes many pairs: 'a' and
// 'b' cannot both be next if 'a' is the first event or one before it, in its
// thread, and 'b' the last event or one behind it.
//
// Sound: take a schedule that leaves 'a' and 'b' next, and of it the part before
// the last event, or all of it if that is 'b'.  A beginning of a schedule is a
// schedule.  It leaves the last event next, and has not executed 'a', let alone
// the first event, which its thread executes no earlier.
//
// Under the path model a thread need not execute the events before: 'last' must be one
// that no possible path leaves out ('ft_possible_paths_passes'), and what is proved is that
// no schedule reaches it while the other thread is not behind the first event in the
// unfolding.  Then the same holds, for 'a' and 'b' on alternative paths, too.
//
// Which order is asked about: under the value model that of the pair itself.  Under the path
// model, where a question takes longer, that at the frontier of the pair: the first event of
// the thread of 'b' which under the strictest model needs events behind 'a', and the last
// one that it needs ('ideal.h').  It stands for all pairs on both sides, but is less often
// proved: under the value model frontiers took three times as long.  Slow twin: each pair
// asked about by itself, in tests/unit/test_proved_orders.c.

#ifndef FT_PREDICT_PROVED_ORDERS_H
#define FT_PREDICT_PROVED_ORDERS_H

#include "base/stack.h"
#include "certify/ideal.h"
#include "smt/smt.h"
#include "trace/index.h"

typedef struct ft_proved_order {
  ft_id first, last;
} ft_proved_order;

typedef struct ft_open_order {
  ft_proved_order order;
  double seconds; // that the question had; 0: it has an answer, which is no proof
} ft_open_order;

// Release with ft_proved_orders_release; all zero has none.
typedef struct ft_proved_orders {
  FT_STACK (ft_proved_order) list;
  FT_STACK (ft_open_order) open; // that were asked about and not proved
  uint32_t asked, proved; // questions of order so far
} ft_proved_orders;

void ft_proved_orders_release (ft_proved_orders *);

// Whether a proof refutes the pair, in either order.  Cost: linear in the proofs,
// each of which has cost a call of the solver.
bool ft_proved_orders_refute (const ft_proved_orders *, const ft_index *,
                              const ft_id pair[2]);

// Whether the order is not to be asked about again: there was an answer, or more than half
// of the seconds that there are now (0: any) were not enough.
bool ft_proved_orders_is_open (const ft_proved_orders *, ft_proved_order,
                               double seconds);

// Finds the frontier of the pair; false if the clocks of what events need (NULL: not
// known) show none.
bool ft_proved_orders_frontier (const ft_ideals *needed, const ft_index *,
                                const ft_id pair[2], ft_proved_order *);

// Whether another question of order is worth its time: enough of those so far
// were proved.
bool ft_proved_orders_pay (const ft_proved_orders *);

// Enters the answer to a question of order that had so many seconds (0: any).  One
// without an answer counts as asked if it had some seconds.
void ft_proved_orders_enter (ft_proved_orders *, ft_proved_order,
                             enum ft_answer, double seconds);

#endif
