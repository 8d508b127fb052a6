// Writing packed traces (see 'packed.h'), event by event: memory is bounded by
// one block and one entry of 16 bytes per block written.

#ifndef FT_FORMAT_PACKED_WRITE_H
#define FT_FORMAT_PACKED_WRITE_H

#include "base/compressor.h"
#include "trace/tables.h"

typedef struct ft_packed_writer ft_packed_writer;

// 'out' is borrowed; a block ends after 'events', FT_PACKED_EVENTS at most.
ft_packed_writer *ft_packed_writer_new (ft_compressor *out, uint32_t events);
void ft_packed_writer_free (ft_packed_writer *);

// Before the first event: the digest of the trace, if it is known by now.
void ft_packed_writer_identify (ft_packed_writer *, uint64_t digest);

// Before the first event: origins of writes, which have no place here, are left
// out and no reason to refuse an event.
void ft_packed_writer_leave_origins (ft_packed_writer *);

// The event of the next position; of the tables only what it refers to must
// be there yet, and nothing is referred to after the call but names.
bool ft_packed_writer_put (ft_packed_writer *, const ft_tables *, const ft_event *,
                    ft_error *);

// The last block and the index.
bool ft_packed_writer_finish (ft_packed_writer *, const ft_tables *, ft_error *);

// The digest with which a file was identified; 0 if there is none, or no such
// file.
uint64_t ft_packed_file_digest (const char *path);

#endif
