// The encodings that packed and compressed traces share, for readers: shapes of
// events, frames, and the names of a block (docs/reference/trace-format.md).
// 'block_writing.h' writes them.
//
// The shape of an event is one number for its kind, its bytes, its memory
// order, its flags, and which other parts it has.  Names, value and detail are
// not part of the shape.

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

// Adds the names of a block to the tables, which must have the 'known' names
// and no others; returns NULL or the fault.  'trusted': names of locals differ.
const char *ft_block_names_get (ft_varints *, ft_tables *,
                                const ft_id_limits known, bool trusted);

// The same for the names frame of a packed block.
const char *ft_packed_names (const ft_packed_block *, ft_tables *,
                             bool trusted);

// Adds names such as "lost lock 7" in place of the names in lost blocks;
// returns NULL or the fault.
const char *ft_packed_lost_names (const ft_packed_block *, ft_tables *);

#endif
