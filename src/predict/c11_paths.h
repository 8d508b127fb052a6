// Pairs that sc finds impossible under the relaxed models.  Under c11 these models
// find witnesses alone ('c11_certify.h'), so that such a pair is open there unless an
// argument about the memory orders of the trace closes it.

#ifndef FT_PREDICT_C11_PATHS_H
#define FT_PREDICT_C11_PATHS_H

#include "results/results.h"

// Adds to the reason of a race, behind a semicolon.
void ft_c11_add_reason (ft_race *, const char *);

// Leaves the relaxed models open that refuted the pair, and adds to its reason that
// they are.
void ft_c11_leave_open (const ft_trace *, ft_race *);

// Does so for all pairs to which the memory orders matter, after the others were
// decided.  'whole': all pairs of the trace are among the results; 'rc11': there
// may be executions that are no interleavings.
void ft_c11_leave_paths_open (const ft_trace *, ft_results *, bool whole,
                              bool rc11);

#endif
