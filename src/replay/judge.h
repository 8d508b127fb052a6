// The consequence of a race, judged by the outcomes of its continuations
// (consequences.h).

#ifndef FT_REPLAY_JUDGE_H
#define FT_REPLAY_JUDGE_H

#include "replay/order_outcomes.h"

// Without any outcome the consequence stays as it is.  It is not known where
// nothing was seen and one order was not tried, since time was over.  Classes of single
// outcomes are changed: a run that was killed at its time limit hangs if
// another one ended.
void ft_consequence_judge (ft_consequence *, ft_order_outcomes[2]);

#endif
