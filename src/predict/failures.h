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

// Whether a failure is left undecided for want of time.
bool ft_failure_is_left (const ft_failure *);

// Whether, besides, the report would list it.
bool ft_failure_wants_time (const ft_trace *, const ft_failure *);

// Takes the verdict of failure 'i' back, which is then asked about again.
void ft_failure_unsettle (ft_results *, size_t i);

// Leaves out those that are results only where they are certified, and are not; so are
// statuses that the program computes.  Sorts the failures: certified, undecided, refuted,
// each by position.
void ft_failures_rank (ft_results *, const ft_trace *);

#endif
