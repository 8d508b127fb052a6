// Random traces of threads that count with atomic updates and look at the counter.

#ifndef FT_MODEL_RANDOM_COUNTERS_H
#define FT_MODEL_RANDOM_COUNTERS_H

#include "trace/trace.h"

// Threads that write and then count, or the other way round, and thread 0, which
// may look at the counter behind the joins.  Sections order some of that as
// recorded.  The caller frees the trace.
ft_trace *ft_random_counters (uint64_t seed);

// Threads that write and then count, and thread 0, which looks at the counter and then
// writes what they wrote.
ft_trace *ft_random_countdown (uint64_t seed);

#endif
