// Bad ends that one order of a race has in some of its continuations, and not in
// all: another race may be their cause, into which these continuations ran.  Such
// an end counts as a consequence of the race only if
// - no continuation of the other order ended so;
// - the same continuation is made again, in both orders, and ends so again, and
//   in this order alone;
// - as many further continuations of the other order as were made before do not
//   end so.
// Else it is taken out of the outcomes (ft_order_outcomes.discounted).  Whether the
// end of a pair that frees, or a crash at an access of the race itself, is of this
// race is no question of the order.
//
// Tested by tests/unit/test_mixed_ends.c.

#ifndef FT_REPLAY_MIXED_ENDS_H
#define FT_REPLAY_MIXED_ENDS_H

#include "replay/order_outcomes.h"

typedef struct ft_repeats {
  // Makes the continuation of a round, in the order that begins with this access;
  // 'to' gets its outcome if it reached the race.  False: time is over, or the
  // program cannot be run.
  bool (*go_on) (void *context, unsigned first, unsigned round,
                 ft_continued_list *to);
  void *context;
  unsigned runs; // continuations of each order that have been made
} ft_repeats;

void ft_mixed_ends_repeat (ft_order_outcomes[2], const ft_repeats *);

#endif
