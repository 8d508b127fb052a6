// Traces without what is only assumed of them.

#ifndef FT_MODEL_FREED_TRACE_H
#define FT_MODEL_FREED_TRACE_H

#include "trace/trace.h"

// The trace with concretized branches that depend on nothing, and with atomic
// updates that depend on what they read: a pair that can race there must not be
// refuted.  NULL if the trace has neither.
ft_trace *ft_freed_trace (const ft_trace *);

#endif
