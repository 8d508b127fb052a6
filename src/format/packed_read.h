// Reads the events of packed traces (see 'packed.h').
//
// The reader does not check the rules of traces, which the validator does.  A
// damaged block is an error or, for a lenient reader, a note.

#ifndef FT_FORMAT_PACKED_READ_H
#define FT_FORMAT_PACKED_READ_H

#include "base/decompressor.h"
#include "trace/notes.h"
#include "format/packed_file.h"

typedef struct ft_packed ft_packed;

// Takes ownership of the decompressor, even on failure.  'without' is enum
// ft_columns: columns to skip.
ft_packed *ft_packed_open (ft_decompressor *, unsigned without, bool lenient,
                           ft_error *);
void ft_packed_free (ft_packed *);

// From now on names of locals are taken to differ, and not compared.
void ft_packed_trust_names (ft_packed *);

// 1: the next block is loaded and its names are in the tables; 0: the trace has
// ended; -1: an error.  A lenient reader notes damage and continues.
int ft_packed_load (ft_packed *, ft_tables *, ft_notes *, ft_error *);

uint64_t ft_packed_gap (const ft_packed *);  // events lost before the block
uint32_t ft_packed_left (const ft_packed *); // events still to be decoded

// Decodes the next 'n' events of the block.
bool ft_packed_events (ft_packed *, ft_tables *, ft_event *to, uint32_t n,
                       ft_error *);

// The location of an event of the loaded block, FT_NO_ID for a lost event.  If
// the locations are malformed, the next load fails.
ft_id ft_packed_location (ft_packed *, const ft_tables *, ft_pos);

// The progress in the file; its path.
ft_packed_status ft_packed_progress (const ft_packed *);
const char *ft_packed_path (const ft_packed *);

// Sets an error that refuses an event of the loaded block: its offset, and why.
void ft_packed_refuse (const ft_packed *, ft_pos, const char *why, ft_error *);

#endif
