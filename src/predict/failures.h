// Failures among the results of a check.

#ifndef FT_PREDICT_FAILURES_H
#define FT_PREDICT_FAILURES_H

#include "predict/certify.h"
#include "predict/work.h"

// Moves the outcome for an instance of a candidate into failure 'i' of the
// results, and counts it.  A call that fails stays open where the trace does
// not say how values depend on reads.
void ft_failure_settle (ft_results *, const ft_trace *, size_t i,
                        const ft_failure_candidate *, uint32_t instance,
                        ft_outcome *);

// Whether failures of the kind are results only where they are certified: every access
// of which another thread may write the pointer is asked whether it fails, every
// division by what another thread may write, every free of a block that is another one's, and
// every wait.  Most that do not are correct by what no path knows.
bool ft_failure_is_listed_certified (enum ft_failure_kind);

// Leaves out those of such kinds that are not certified, and sorts the failures:
// certified, undecided, refuted, each by position.
void ft_failures_rank (ft_results *);

#endif
