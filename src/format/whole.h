// Reads whole traces into memory.

#ifndef FT_FORMAT_WHOLE_H
#define FT_FORMAT_WHOLE_H

#include "format/reader.h"
#include "trace/trace.h"

// Read the rest of the trace, to its end, to the deadline or to the greatest
// number of events, and take the reader's tables; NULL and an error on failure.
// The callback gets the share read.
ft_trace *ft_trace_of_reader (ft_reader *, const char *path, ft_read_options,
                              ft_progress_callback, ft_error *);

// Open and read a file of one of the formats.
ft_trace *ft_trace_read_file (const char *path, ft_read_options,
                              ft_progress_callback, ft_error *);

#endif
