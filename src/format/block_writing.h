// The encodings that packed and compressed traces share, for writers: the other
// direction of 'block_encoding.h', 'packed_detail.h' and 'packed_altpath.h'.

#ifndef FT_FORMAT_BLOCK_WRITING_H
#define FT_FORMAT_BLOCK_WRITING_H

#include "format/block_encoding.h"
#include "format/packed_altpath.h"

// The event as files hold it: an event that the validator dropped is a mark,
// and what the validator only noted will be noted again by readers.
ft_event ft_event_in_file (const ft_event *);

// The shape of such an event.
uint64_t ft_shape_of (const ft_event *);

// Appends 'raw' as a frame of '*packed' bytes.
bool ft_zstd_frame_pack (ZSTD_CCtx *, ft_bytes *to, const ft_bytes *raw,
                         int level, size_t *packed, ft_error *);

// Marks an id as used by the block.
static inline void ft_id_limits_use (ft_id_limits used, enum ft_class class,
                                     ft_id id) {
  if (class != FT_CLASS_NONE && id != FT_NO_ID && id >= used[class])
    used[class] = id + 1;
}

// Appends the names that are used and not yet named.
void ft_block_names_put (ft_bytes *, const ft_tables *,
                         const ft_id_limits named, const ft_id_limits used);

// Appends the range of a detail, which events of kind ALLOC and FREE have, and
// marks the names in it as used.
void ft_range_put (ft_bytes *, const ft_tables *, const ft_detail *,
                   ft_id_limits used);

// Appends a detail without its range, and whether alternative paths follow.
void ft_detail_put (ft_bytes *, const ft_tables *, const ft_detail *,
                    bool altpaths, ft_id_limits used);

// Appends the alternative paths of a branch, from 'first' on.
void ft_altpaths_put (ft_packed_ids *, ft_bytes *, const ft_tables *,
                      uint32_t first, ft_id_limits used);

#endif
