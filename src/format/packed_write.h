// Writing packed traces (see 'packed.h') event by event.  Memory is bounded by
// one block and by one entry of 16 bytes for each written block.

#ifndef FT_FORMAT_PACKED_WRITE_H
#define FT_FORMAT_PACKED_WRITE_H

#include "base/compressor.h"
#include "trace/tables.h"

typedef struct ft_packed_writer ft_packed_writer;

// 'out' is borrowed; a block ends after 'events', FT_PACKED_EVENTS at most.
ft_packed_writer *ft_packed_writer_new (ft_compressor *out, uint32_t events);
void ft_packed_writer_free (ft_packed_writer *);

// Before the first event: sets the digest of the trace, if it is known.
void ft_packed_writer_identify (ft_packed_writer *, uint64_t digest);

// Before the first event: leaves out the origins of writes, which the format
// cannot hold, instead of refusing events that have them.
void ft_packed_writer_leave_origins (ft_packed_writer *);

// Writes the event of the next position.  The tables need only have what the
// event refers to; after the call the writer refers to their names alone.
bool ft_packed_writer_put (ft_packed_writer *, const ft_tables *,
                           const ft_event *, ft_error *);

// Writes the last block and the index.
bool ft_packed_writer_finish (ft_packed_writer *, const ft_tables *,
                              ft_error *);

// The digest in the identity of a file; 0 if it has none or cannot be read.
uint64_t ft_packed_file_digest (const char *path);

#endif
