// Compressed traces whose checksums are right and whose contents are not: what
// only a program could make, and a reader must survive all the same.

#ifndef FT_TESTS_RESEAL_GRAMMAR_H
#define FT_TESTS_RESEAL_GRAMMAR_H

#include "tests/unit/reseal.h"
#include "format/ftz.h"

// Wherever it lies in a file.
typedef ft_ftz_header sealed_grammar __attribute__ ((aligned (1)));

static inline size_t reseal_grammar_payload (const sealed_grammar *h) {
  size_t size = 0;
  for (int i = 0; i < FT_FTZ_FRAMES; i++)
    size += h->packed[i];
  return size;
}

static inline void reseal_grammar_header (sealed_grammar *h) {
  h->payload = ft_checksum (h + 1, reseal_grammar_payload (h));
  h->checksum = ft_checksum (h, offsetof (ft_ftz_header, checksum));
}

static inline sealed_grammar *reseal_first (char *bytes) {
  return (void *)(bytes + sizeof (ft_ftz_start));
}

static inline uint32_t reseal_count (char *bytes, size_t n) {
  uint32_t blocks = 0;
  for (size_t i = sizeof (ft_ftz_start); i + sizeof (ft_ftz_header) <= n;
       blocks++) {
    sealed_grammar *h = (void *)(bytes + i);
    if (h->magic != FT_FTZ_BLOCK_MAGIC)
      break;
    i += sizeof *h + reseal_grammar_payload (h);
  }
  return blocks;
}

static inline sealed_grammar *reseal_find_grammar (char *bytes,
                                                   uint32_t number) {
  sealed_grammar *h = reseal_first (bytes);
  while (number--)
    h = (void *)((char *)(h + 1) + reseal_grammar_payload (h));
  return h;
}

static inline void reseal_grammar_field (ft_rng *rng, sealed_grammar *h,
                                         size_t rest) {
  uint8_t *field = (uint8_t *)h + 8 +
                   ft_rng_below (rng, offsetof (ft_ftz_header, payload) - 8);
  *field ^= (uint8_t)(1 << ft_rng_below (rng, 8));
  if (reseal_grammar_payload (h) <= rest)
    reseal_grammar_header (h);
}

static inline char *reseal_frame (sealed_grammar *h, uint32_t frame) {
  char *at = (char *)(h + 1);
  for (uint32_t i = 0; i < frame; i++)
    at += h->packed[i];
  return at;
}

// Replaces a frame of a block; 'bytes' has room.
static inline void reseal_set_frame (char *bytes, size_t *n, sealed_grammar *h,
                                     uint32_t frame, const uint8_t *raw,
                                     size_t size) {
  static uint8_t packed[1 << 17];
  char *at = reseal_frame (h, frame);
  size_t old = h->packed[frame];
  size_t new = size ? ZSTD_compress (packed, sizeof packed, raw, size, 1) : 0;
  memmove (at + new, at + old, (size_t)(bytes + *n - at) - old);
  memcpy (at, packed, new);
  *n += new - old;
  h->raw[frame] = (uint32_t)size;
  h->packed[frame] = (uint32_t) new;
  reseal_grammar_header (h);
}

// Changes a frame of a block, or a field of its header; 'bytes' has room.
static inline void reseal_grammar (ft_rng *rng, char *bytes, size_t *n) {
  sealed_grammar *h =
      reseal_find_grammar (bytes, ft_rng_below (rng, reseal_count (bytes, *n)));
  size_t rest = (size_t)(bytes + *n - (char *)(h + 1));
  if (ft_rng_percent (rng, 25)) {
    reseal_grammar_field (rng, h, rest);
    return;
  }
  uint32_t frame = ft_rng_below (rng, FT_FTZ_FRAMES);
  static uint8_t raw[1 << 16];
  size_t old = h->packed[frame];
  size_t size =
      old ? ZSTD_decompress (raw, sizeof raw, reseal_frame (h, frame), old) : 0;
  if (ZSTD_isError (size)) // of a file that was damaged before
    return;
  reseal_raw (rng, raw, &size);
  reseal_set_frame (bytes, n, h, frame, raw, size);
}

#endif
