// Reading runs in other ways than for analysis; see 'native.h'.

#ifndef FT_TRACE_NATIVE_RUN_H
#define FT_TRACE_NATIVE_RUN_H

#include "trace/native.h"

// With 'all' accesses to memory that one thread uses are events, too.
// Verdicts are the same; tests compare them.
ft_native *ft_native_open_all (const char *path, bool all, ft_error *);

#endif
