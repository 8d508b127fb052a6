// Reading compressed traces event by event (see 'ftz.h'): each block's grammar
// is expanded from its root.  Memory: the grammar of one block, the terminals
// that are not forgotten, and the way down from the root.

#ifndef FT_FORMAT_FTZ_READ_H
#define FT_FORMAT_FTZ_READ_H

#include "base/decompressor.h"
#include "trace/tables.h"

typedef struct ft_ftz ft_ftz;

// Takes the unpacker over, even on failure.  'without' is enum ft_columns;
// 'stream' says that the tables keep details of one call's events alone.
ft_ftz *ft_ftz_open (ft_decompressor *, unsigned without, bool stream, ft_error *);
void ft_ftz_free (ft_ftz *);

// The next events, 'room' at most: how many; 0: the trace is over, and the file
// right; -1: an error.
int ft_ftz_events (ft_ftz *, ft_tables *, ft_event *to, uint32_t room,
                   ft_error *);

// Events that there are up to the end of the block at hand, which were not
// necessarily read.
ft_pos ft_ftz_announced (const ft_ftz *);

const char *ft_ftz_path (const ft_ftz *);
uint64_t ft_ftz_bytes (const ft_ftz *); // read
uint32_t ft_ftz_blocks (const ft_ftz *);
double ft_ftz_progress (const ft_ftz *); // share of the events of the block at
                                         // hand, and of the file before it

// Why an event of the block at hand cannot be, with its place, as an error.
void ft_ftz_refuse (const ft_ftz *, ft_pos, const char *why, ft_error *);

#endif
