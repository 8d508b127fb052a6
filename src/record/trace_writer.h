// The trace writer: a thread of foretrace that empties the buffers of a running
// program (the file 'slots', runtime/wire.h) and compresses their words into
// the log files, so that neither memory nor disk ever holds a whole
// uncompressed trace.

#ifndef FT_RECORD_TRACE_WRITER_H
#define FT_RECORD_TRACE_WRITER_H

#include <stdbool.h>

#include "base/error.h"

typedef struct ft_trace_writer ft_trace_writer;

// Before the program starts.  'pack': logs are compressed.  NULL when the
// directory or this machine does not allow a trace writer: the program then
// writes log files of its own, which is slower.
ft_trace_writer *ft_trace_writer_start (const char *run, bool pack);

// After the program has ended in any way: empties the remaining buffers,
// completes the logs, removes 'slots' and frees.  False and an error (69) when
// a log could not be written; the words that were written stay readable.
bool ft_trace_writer_end (ft_trace_writer *, ft_error *);

// Completes a run whose foretrace was killed: empties the buffers that were
// left as 'ft_trace_writer_end' would.  True also when there is nothing to do;
// false and an error when the run is still being recorded (65) or cannot be
// written (69).
bool ft_trace_writer_recover (const char *run, ft_error *);

#endif
