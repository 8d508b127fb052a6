// Whole traces from readers.

#ifndef FT_FORMAT_WHOLE_H
#define FT_FORMAT_WHOLE_H

#include "format/reader.h"
#include "trace/trace.h"

// Reads what is left of the trace, to its end, to the deadline, or to the most
// events, and takes the reader's tables; NULL and an error on failure.  'shown'
// is called now and then with the share read.
ft_trace *ft_trace_of_reader (ft_reader *, const char *path, ft_read_options,
                              ft_progress_callback, ft_error *);

// Opens and reads a file of one of the formats.
ft_trace *ft_trace_read_file (const char *path, ft_read_options, ft_progress_callback,
                              ft_error *);

#endif
