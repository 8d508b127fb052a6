// Reading runs in other ways than for analysis (see 'native.h').

#ifndef FT_TRACE_NATIVE_RUN_H
#define FT_TRACE_NATIVE_RUN_H

#include "load/load.h"
#include "run/variables.h"

// With 'all' accesses to memory that one thread uses are events, too.
// Verdicts are the same; tests compare them.
ft_native *ft_native_open_all (const char *path, bool all, ft_error *);

// Called after each record, whether it makes events or not; 'target' is that
// of its event when it is no access.
typedef void ft_native_watch (void *context, ft_native *, const ft_record *,
                              ft_id target);
void ft_native_set_watch (ft_native *, ft_native_watch *, void *context);

// Of the event returned last: its record, and the bytes that it touches.
const ft_record *ft_native_record (const ft_native *);
uint64_t ft_native_part (const ft_native *, uint64_t *bytes);

const ft_native_run *ft_native_run_of (const ft_native *);
ft_variables *ft_native_variables (const ft_native *);
const ft_walk *ft_native_walk (const ft_native *);

#endif
