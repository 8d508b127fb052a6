// The consequence of a race, judged by the outcomes of its continuations
// (consequences.h).

#ifndef FT_REPLAY_JUDGE_H
#define FT_REPLAY_JUDGE_H

#include "replay/order_outcomes.h"

// Nothing is said of a race of which an order was not tried, since time was over, and
// the other showed nothing.  Classes of single outcomes are changed: a run that was
// killed at its time limit hangs if another one ended.  'planned' is the number of
// continuations of each order that were asked for.
void ft_consequence_judge (ft_consequence *, ft_order_outcomes[2],
                           unsigned planned);

#endif
