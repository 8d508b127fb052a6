// Opens traces of any kind: a recorded run is loaded, a file is read.
//
// A directory with a file 'control' is a recorded run.

#ifndef FT_LOAD_OPEN_H
#define FT_LOAD_OPEN_H

#include "format/whole.h"
#include "run/sharing.h"
#include "symex/reexecution_stats.h"

// As 'ft_reader_open_file', but also for recorded runs.
ft_reader *ft_reader_open (const char *path, ft_read_options, ft_error *);

// As 'ft_trace_read_file', but also for recorded runs.  'progress' (may be
// NULL) is called now and then with the share read.
ft_trace *ft_trace_read (const char *path, ft_read_options,
                         void (*progress) (void *, double), void *context,
                         ft_error *);

// The result of the first pass over the run of a trace, so that reading the run
// again takes one pass; NULL for others.  Whoever uses it gives it back.
ft_shared *ft_trace_shared (const ft_trace *);

// To be called before the first event, by callers that do not keep the results
// of re-execution: alternative paths (and origins of writes), or all of them.
// No effect for files.
void ft_reader_skip_altpaths (ft_reader *);
void ft_reader_skip_reexecution (ft_reader *);

// The work of re-execution; all zero for files.
ft_reexecution_stats ft_reader_reexecuted (const ft_reader *);

#endif
