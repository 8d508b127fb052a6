// In which order candidates are tried, so that a budget that runs out was
// spent well.  First the candidates with a location that none before them has
// (a race there is news; the others most likely share its cause), then the
// rest; within either, those that more relations leave unordered, then those
// whose accesses are closer, since what they need is small.
//
// The order follows from the candidates alone, not from verdicts or time, so
// that it is the same with any number of workers.  n log n.

#ifndef FT_PREDICT_TRIAGE_H
#define FT_PREDICT_TRIAGE_H

#include "predict/work.h"

// All candidates of the work, most promising first; the caller frees them.
// Deadlocks, which are few, come between the two groups.
size_t *ft_triage_order (const ft_work *);

#endif
