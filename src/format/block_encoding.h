// The encodings that packed and compressed traces share, for readers: shapes of
// events, frames, and the names that a block brings (docs/reference/trace-format.md).
// The other direction is 'block_writing.h'.
//
// The shape of an event is one number for everything but the names in it, its
// value and its detail: kind, bytes, memory order, flags, and which of the other
// parts there are.

#ifndef FT_FORMAT_BLOCK_ENCODING_H
#define FT_FORMAT_BLOCK_ENCODING_H

#include <zstd.h>

#include "base/error.h"
#include "base/varint.h"
#include "format/packed.h"
#include "format/packed_file.h"
#include "trace/event.h"

// The event of a shape from a file, without names; false for a shape that no
// event can have.
bool ft_shape_event (uint64_t shape, ft_event *);

static inline bool ft_shape_has (uint64_t shape, enum ft_shape_bits bit) {
  return shape >> bit & 1;
}

// Decompresses a frame of 'packed' bytes into '*to'; false unless the frame is
// zstd data for exactly 'raw' bytes.  A frame of no bytes is empty.
bool ft_zstd_frame_unpack (ZSTD_DCtx *, ft_bytes *to, const uint8_t *from,
                           size_t packed, size_t raw);

// For each class a limit: the ids below it.
typedef uint32_t ft_id_limits[FT_CLASS_NONE];

// Adds the names of a block to the tables, which must have the 'known' ones and
// no others; returns NULL or what is wrong.
const char *ft_block_names_get (ft_varints *, ft_tables *,
                                const ft_id_limits known);

// The same for the names frame of a packed block.
const char *ft_packed_names (const ft_packed_block *, ft_tables *);

// Makes up names, as "lost lock 7", for those that lost blocks would have
// brought; returns NULL or what is wrong.
const char *ft_packed_lost_names (const ft_packed_block *, ft_tables *);

#endif
