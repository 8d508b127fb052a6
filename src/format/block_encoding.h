// The shape of an event, as one number: what it is apart from what it names.
// Packed and compressed traces hold shapes (see 'packed.h', 'ftz.h').

#ifndef FT_FORMAT_BLOCK_ENCODING_H
#define FT_FORMAT_BLOCK_ENCODING_H

#include <zstd.h>

#include "base/error.h"
#include "base/varint.h"
#include "format/packed.h"
#include "format/packed_file.h"
#include "trace/event.h"

// The event as files hold it: what the validator dropped is a mark, and what
// it noted besides it will note again.
ft_event ft_event_in_file (const ft_event *);

// The shape of such an event.
uint64_t ft_shape_of (const ft_event *);

// The event that a shape from a file stands for, without what it names; false
// for a shape that no event can have.
bool ft_shape_event (uint64_t shape, ft_event *);

static inline bool ft_shape_has (uint64_t shape, enum ft_shape_bits bit) {
  return shape >> bit & 1;
}

// ---- packed frame ----------------------------------------------------------

// Frames: bytes as zstd data, without a size of their own; none for none.

// Appends 'raw' as a frame of '*packed' bytes.
bool ft_zstd_frame_pack (ZSTD_CCtx *, ft_bytes *to, const ft_bytes *raw, int level,
                    size_t *packed, ft_error *);

// Makes '*to' what a frame holds, exactly 'raw' bytes; false if it does not.
bool ft_zstd_frame_unpack (ZSTD_DCtx *, ft_bytes *to, const uint8_t *from,
                      size_t packed, size_t raw);

// ---- packed column ---------------------------------------------------------

// A column being written: its different values, ascending, and for each
// entry the rank of its value.

typedef struct ft_column_writer ft_column_writer;

struct ft_column_writer {
  uint64_t *keys; // owned: one for each entry, FT_PACKED_EVENTS at most
  uint32_t size;
  // Made from these:
  uint64_t *values; // owned: the different ones, ascending
  uint16_t *ranks;  // owned: of each entry, in 'values'
  uint32_t count;   // of 'values'
};

void ft_column_writer_init (ft_column_writer *);
void ft_column_writer_release (ft_column_writer *);

// Scratch memory to sort columns with, shared by all of them.
typedef struct ft_sorter ft_sorter;

ft_sorter *ft_sorter_new (void);
void ft_sorter_free (ft_sorter *);

// Makes values and ranks.
void ft_column_writer_sort (ft_column_writer *, ft_sorter *);

// Numbers that ascend: how many, then the distances.
void ft_put_ascending (ft_bytes *, const uint64_t *values, uint32_t count);

// The ranks, as wide as the number of values demands.
void ft_put_ranks (ft_bytes *, const ft_column_writer *);

// ---- packed names ----------------------------------------------------------

// The names that a block of a packed or compressed trace brings along.

// Of each class, ids below this number.
typedef uint32_t ft_id_limits[FT_CLASS_NONE];

static inline void ft_id_limits_use (ft_id_limits used, enum ft_class class, ft_id id) {
  if (class != FT_CLASS_NONE && id != FT_NO_ID && id >= used[class])
    used[class] = id + 1;
}

// Appends the names that are used and not yet named.
void ft_block_names_put (ft_bytes *, const ft_tables *, const ft_id_limits named,
                   const ft_id_limits used);

// Appends names to the tables, which must have the 'known' ones; NULL or what
// is wrong.
const char *ft_block_names_get (ft_varints *, ft_tables *, const ft_id_limits known);

// Appends the names of a block to the tables, which must have those of the
// blocks before; NULL or what is wrong.
const char *ft_packed_names (const ft_packed_block *, ft_tables *);

// Makes up the names that lost blocks would have brought, "lost lock 7"; NULL
// or what is wrong.
const char *ft_packed_lost_names (const ft_packed_block *, ft_tables *);

#endif
