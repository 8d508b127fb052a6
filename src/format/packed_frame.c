#include "format/packed_frame.h"

bool ft_zstd_frame_pack (ZSTD_CCtx *zstd, ft_bytes *to, const ft_bytes *raw,
                    int level, size_t *packed, ft_error *error) {
  size_t bound = ZSTD_compressBound (raw->size);
  *packed = 0;
  if (!raw->size)
    return true;
  FT_RESERVE (*to, to->size + bound);
  *packed = ZSTD_compressCCtx (zstd, to->begin + to->size, bound, raw->begin,
                               raw->size, level);
  if (ZSTD_isError (*packed)) {
    ft_error_set (error, FT_EXIT_INTERNAL, "zstd: %s",
                  ZSTD_getErrorName (*packed));
    return false;
  }
  to->size += *packed;
  return true;
}

bool ft_zstd_frame_unpack (ZSTD_DCtx *zstd, ft_bytes *to, const uint8_t *from,
                      size_t packed, size_t raw) {
  FT_RESERVE (*to, raw);
  to->size = raw;
  return !raw ||
         ZSTD_decompressDCtx (zstd, to->begin, raw, from, packed) == raw;
}
