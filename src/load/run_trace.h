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

// Whether all blocks of a packed file and its index are there, with the checksums
// of their bytes, and the index counts so many events, if not FT_NO_POS.  The
// columns are not unpacked, so that this takes the time to read the file.
bool ft_run_trace_is_whole (const char *path, uint64_t events);

// Writes a trace as a packed file, whole or not at all; 0: the digest is not
// known.  Origins of writes are left out.
bool ft_run_trace_put (const char *path, const ft_trace *, uint64_t digest,
                       ft_error *);

#endif
