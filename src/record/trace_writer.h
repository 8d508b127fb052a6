// Takes the logs of a program over while it runs: what its threads write to
// 'slots' (runtime/wire.h) is compressed into the logs at rest by a thread of
// ours, so that neither memory nor disk ever holds a whole raw trace.

#ifndef FT_RECORD_TRACE_WRITER_H
#define FT_RECORD_TRACE_WRITER_H

#include <stdbool.h>

#include "base/error.h"

typedef struct ft_trace_writer ft_trace_writer;

// Before the program starts.  'pack': logs are compressed.  NULL when the
// directory or this machine does not allow it: the program then writes files
// of its own, which is slower and right, too.
ft_trace_writer *ft_trace_writer_start (const char *run, bool pack);

// After the program has ended, however it did: takes what is left, completes
// the logs, removes 'slots' and frees.  False and an error (69) when something
// could not be written; what was written before stays readable.
bool ft_trace_writer_end (ft_trace_writer *, ft_error *);

// Completes a run whose foretrace was killed: what was left in 'slots' is taken
// as 'ft_trace_writer_end' would.  True also when there is nothing to do; false and an
// error when the run is still being recorded (65) or cannot be written (69).
bool ft_trace_writer_recover (const char *run, ft_error *);

#endif
