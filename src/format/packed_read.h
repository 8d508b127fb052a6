// Reading packed traces (see 'packed.h'): blocks become events.
//
// The rules of traces are the validator's business; that what is damaged is
// told, and left out when that is wanted, is decided here.

#ifndef FT_FORMAT_PACKED_READ_H
#define FT_FORMAT_PACKED_READ_H

#include "base/decompressor.h"
#include "trace/notes.h"
#include "format/packed_file.h"

typedef struct ft_packed ft_packed;

// Takes the unpacker over, even on failure.  'without' is enum ft_columns.
ft_packed *ft_packed_open (ft_decompressor *, unsigned without, bool lenient,
                           ft_error *);
void ft_packed_free (ft_packed *);

// 1: another block is at hand, its names are in the tables; 0: the trace is
// over; -1: an error.  A lenient reader notes what is damaged and goes on.
int ft_packed_load (ft_packed *, ft_tables *, ft_notes *, ft_error *);

uint64_t ft_packed_gap (const ft_packed *);  // events lost before the block
uint32_t ft_packed_left (const ft_packed *); // of its events, to be decoded

// The next 'n' of these.
bool ft_packed_events (ft_packed *, ft_tables *, ft_event *to, uint32_t n,
                       ft_error *);

// The location of an event of the block at hand; when it cannot be told, the
// next load fails.
ft_id ft_packed_location (ft_packed *, const ft_tables *, ft_pos);

// How far the file was read; its path.
ft_packed_status ft_packed_progress (const ft_packed *);
const char *ft_packed_path (const ft_packed *);

// Why an event of the block at hand cannot be, with its place, as an error.
void ft_packed_refuse (const ft_packed *, ft_pos, const char *why, ft_error *);

#endif
