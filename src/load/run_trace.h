// The trace of a recorded run as a packed file in its directory.
//
// 'foretrace-verify' loads no runs: it reads this file, which a check writes
// when it certifies something.  It is the very trace whose events the witnesses
// name, as their digest shows.

#ifndef FT_LOAD_RUN_TRACE_H
#define FT_LOAD_RUN_TRACE_H

#include "trace/trace.h"

// Writes the file unless it is there, whole and with the digest of this trace;
// nothing for traces that were not loaded from a run.  False and an error if it cannot be
// written.
bool ft_run_trace_write (const ft_trace *, ft_error *);

#endif
