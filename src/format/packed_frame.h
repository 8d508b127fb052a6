// Frames: bytes as zstd data, without a size of their own; none for none.

#ifndef FT_FORMAT_PACKED_FRAME_H
#define FT_FORMAT_PACKED_FRAME_H

#include <zstd.h>

#include "base/error.h"
#include "base/varint.h"

// Appends 'raw' as a frame of '*packed' bytes.
bool ft_zstd_frame_pack (ZSTD_CCtx *, ft_bytes *to, const ft_bytes *raw, int level,
                    size_t *packed, ft_error *);

// Makes '*to' what a frame holds, exactly 'raw' bytes; false if it does not.
bool ft_zstd_frame_unpack (ZSTD_DCtx *, ft_bytes *to, const uint8_t *from,
                      size_t packed, size_t raw);

#endif
