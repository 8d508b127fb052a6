// Makes a failing trace small: events that belong together (an acquire and
// its release, a thread, ...) are dropped while the trace stays well formed
// and the failure stays (delta debugging, Zeller & Hildebrandt 2002).

#ifndef FT_MODEL_SHRINK_H
#define FT_MODEL_SHRINK_H

#include "trace/trace.h"

// A new trace, no larger than the given one (which fails), that fails too.
ft_trace *ft_shrink_trace (const ft_trace *,
                           bool (*fails) (const ft_trace *, void *),
                           void *context);

// A copy of the events that 'keep' has set, with the same ids.
ft_trace *ft_copy_trace (const ft_trace *, const bool *keep);

// Whether a run could have recorded this trace: locks, forks and joins, waits,
// barriers, semaphores, memory lifetimes, and the values read.  Written from
// semantics alone, for small traces.
bool ft_well_formed (const ft_trace *);

#endif
