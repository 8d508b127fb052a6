// The trace of a long recorded run, kept in the directory of the run once it
// was loaded, so that the next command reads it at the speed of a packed trace
// instead of re-executing the run.
//
// A packed file 'loaded-KEY.ftp' has the events, 'loaded-KEY.json' the notes.
// The key says of which contents of the run, and by which build of foretrace
// (see 'run_key.h'): files with another key are never read, and go when new ones
// are written.  A file that is damaged or cannot be read counts as none.  Where
// nothing can be written, nothing is kept.  FT_KEEP=0 in the environment keeps
// and reads nothing.

#ifndef FT_LOAD_KEPT_TRACE_H
#define FT_LOAD_KEPT_TRACE_H

#include "format/reader.h"
#include "run/run.h"
#include "trace/trace.h"

// The trace of the run as loading it makes it, but for 'again'; NULL if it is
// not kept.
ft_trace *ft_kept_trace_read (const char *run, const ft_read_options *,
                              ft_progress_callback);

// The same as a stream of events, for readers that have no use for the notes:
// NULL also if there are any.  Its format is that of a packed trace.
ft_reader *ft_kept_trace_open (const char *run, const ft_read_options *);

// Keeps the trace of a run that was loaded to its end, if the run is long, is
// over, has no input (whose origins packed traces cannot hold), and is not that
// of a forked process (which is read together with the run of its parent).
void ft_kept_trace_write (const ft_trace *, const ft_run *);

#endif
