// Reads compressed traces event by event (see 'ftz.h'): each block's grammar is
// expanded from its root.  Memory: the grammar of one block, the terminals that
// are not forgotten, and the path from the root.

#ifndef FT_FORMAT_FTZ_READ_H
#define FT_FORMAT_FTZ_READ_H

#include "base/decompressor.h"
#include "trace/tables.h"

typedef struct ft_ftz ft_ftz;

// Takes ownership of the file, even on failure.  'without' is enum ft_columns;
// 'stream': the tables keep only the details of the events of one call.
ft_ftz *ft_ftz_open (ft_decompressor *, unsigned without, bool stream,
                     ft_error *);
void ft_ftz_free (ft_ftz *);

// The next events, at most 'room': their number; 0: the trace is over and well
// formed; -1: an error.
int ft_ftz_events (ft_ftz *, ft_tables *, ft_event *to, uint32_t room,
                   ft_error *);

// The number of events up to the end of the current block, read or not.
ft_pos ft_ftz_announced (const ft_ftz *);

const char *ft_ftz_path (const ft_ftz *);
uint64_t ft_ftz_bytes (const ft_ftz *); // read
uint32_t ft_ftz_blocks (const ft_ftz *);
double ft_ftz_progress (const ft_ftz *); // share of the file before the block,
                                         // and of the events of the block

// Report that an event of the current block is impossible, and why, as an error
// with its place.
void ft_ftz_refuse (const ft_ftz *, ft_pos, const char *why, ft_error *);

#endif
