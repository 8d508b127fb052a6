// Deadlocks among the results of a check.

#ifndef FT_PREDICT_DEADLOCKS_H
#define FT_PREDICT_DEADLOCKS_H

#include "predict/certify.h"
#include "predict/work.h"

// Takes over the outcome for instance 'instance' of a candidate as deadlock
// 'i' of the results, and counts it.
void ft_deadlock_settle (ft_results *, size_t i, const ft_deadlock_candidate *,
                         uint32_t instance, ft_outcome *);

// Sorts them: certified, undecided, refuted, each by position.
void ft_deadlocks_rank (ft_results *);

// A pair that WCP leaves unordered stands for a race or a deadlock (Kini,
// Mathur, Viswanathan 2017, Theorem 1).  Where the pair is refuted and a
// deadlock of both its threads is certified, the reason of the pair names the
// first such deadlock; they are ranked by then.
void ft_deadlocks_annotate_races (const ft_trace *, ft_results *);

#endif
