// Candidates with one access, or both, on an alternative path.  The same filter
// finds them in the unfolded trace.

#ifndef FT_PREDICT_ALTPATH_CANDIDATES_H
#define FT_PREDICT_ALTPATH_CANDIDATES_H

#include "certify/facts.h"
#include "candidate/pairs.h"

// Adds these candidates to the candidates of the trace.  A pair whose locations
// have a candidate already is added as an instance of this candidate.
void ft_altpath_candidates_add (ft_candidates *, const ft_facts *,
                                bool all_pairs, ft_candidates_limits);

#endif
