// Races on alternative paths that a thread takes because an atomic load returns
// an older store: a thread that finds the flag of the other one not yet set,
// although it has been (store buffering), goes where the run did not go.

#ifndef FT_PREDICT_STALE_PATHS_H
#define FT_PREDICT_STALE_PATHS_H

#include "predict/stale_reads.h"
#include "witness/checker.h"

// Looks for an execution graph under rc11 and the path model in which the pair,
// an access of which is on an alternative path, races.  'same' are loads of the
// recorded order that may return older stores of the same values, which then
// order nothing.  True: '*w' is a witness, owned by the caller from now on.
bool ft_stale_path_certify (ft_checker *, const ft_trace *,
                            const ft_stale_reads *same, const ft_id pair[2],
                            ft_witness *w);

#endif
