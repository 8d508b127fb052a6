// Candidates one access of which, or both, are on a side of a branch that the run
// did not take: found by the same filter in the unfolded trace.

#ifndef FT_PREDICT_ALTPATH_CANDIDATES_H
#define FT_PREDICT_ALTPATH_CANDIDATES_H

#include "certify/facts.h"
#include "candidate/pairs.h"

// Adds them to the candidates of the trace, as instances of those with the same
// locations where there are any.
void ft_altpath_candidates_add (ft_candidates *, const ft_facts *, bool all_pairs,
                   ft_candidates_limits);

#endif
