// Whether a trace has all that its threads may do.

#ifndef FT_PREDICT_KNOWN_PATHS_H
#define FT_PREDICT_KNOWN_PATHS_H

#include "trace/trace.h"

// Whether the trace says of each value how it depends on reads, and of each branch what
// its thread does in either direction.  Linear in the trace.
bool ft_knows_all_paths (const ft_trace *);

#endif
