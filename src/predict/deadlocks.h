// Deadlocks among the results of a check.

#ifndef FT_PREDICT_DEADLOCKS_H
#define FT_PREDICT_DEADLOCKS_H

#include "predict/certify.h"
#include "predict/work.h"

// Moves the outcome for an instance of a candidate into deadlock 'i' of the
// results, and counts it.
void ft_deadlock_settle (ft_results *, size_t i, const ft_deadlock_candidate *,
                         uint32_t instance, ft_outcome *);

// Sorts the deadlocks: certified, undecided, refuted, each by position.
void ft_deadlocks_rank (ft_results *);

// A pair that WCP leaves unordered means a race or a deadlock (Kini, Mathur,
// Viswanathan 2017, Theorem 1).  If the pair is refuted and a deadlock of both
// its threads is certified, the reason of the pair names the first such
// deadlock.  The deadlocks must be ranked.
void ft_deadlocks_annotate_races (const ft_trace *, ft_results *);

#endif
