// Triage: the order in which candidates are tried, most promising first, in
// case the budget runs out.
//
// Candidates with a location that no earlier candidate has come first; the
// others most likely share the cause of an earlier one.  Within both groups,
// candidates that more relations leave unordered come first, then candidates
// whose accesses are closer, since these need fewer events.
//
// The order follows from the candidates alone, not from verdicts or time, so
// that it is the same with any number of workers.  Cost: n log n.

#ifndef FT_PREDICT_TRIAGE_H
#define FT_PREDICT_TRIAGE_H

#include "predict/work.h"

// All candidates of the work, most promising first; the caller frees the array.
// Deadlocks, which are few, come between the two groups.
size_t *ft_triage_order (const ft_work *);

// Brings candidates that need few events, by the first of their instances,
// before those that need many: the time that a candidate takes grows with them.
// Those of about the same size keep their order.
void ft_triage_small_first (const ft_work *, size_t *candidates, size_t count);

// The same for failures: those that are not possible by any value ('possible_paths.h'),
// which take no time, then the others by how much of the trace comes before them.
void ft_triage_failures (const ft_work *, size_t *candidates, size_t count);

#endif
