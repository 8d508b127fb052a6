// Reading runs in other ways than for analysis (see 'native.h').

#ifndef FT_LOAD_LOAD_WATCH_H
#define FT_LOAD_LOAD_WATCH_H

#include "load/load.h"
#include "run/variables.h"

// With 'all' accesses to memory that one thread uses are events, too.
// Verdicts are the same; tests compare them.
ft_load *ft_load_open_all (const char *path, bool all, ft_error *);

// Called after each record, whether it makes events or not; 'target' is that
// of its event when it is no access.
typedef void ft_load_watch (void *context, ft_load *, const ft_run_record *,
                              ft_id target);
void ft_load_set_watch (ft_load *, ft_load_watch *, void *context);

// Of the event returned last: its record, and the bytes that it touches.
const ft_run_record *ft_load_record (const ft_load *);
uint64_t ft_load_access_range (const ft_load *, uint64_t *bytes);

const ft_run *ft_load_run (const ft_load *);
ft_variables *ft_load_variables (const ft_load *);
const ft_run_reader *ft_load_run_reader (const ft_load *);

#endif
