// Packed traces whose checksums are right and whose contents are not: what
// only a program could make, and a reader must survive all the same.

#ifndef FT_TESTS_RESEAL_H
#define FT_TESTS_RESEAL_H

#include <stddef.h>
#include <string.h>
#include <zstd.h>

#include "base/checksum.h"
#include "tests/model/rng.h"
#include "format/packed.h"

// Wherever it lies in a file.
typedef ft_packed_header sealed_header __attribute__ ((aligned (1)));
typedef uint32_t sealed_field __attribute__ ((aligned (1)));

// The header of block 'number', or NULL.
static inline sealed_header *reseal_find (char *bytes, size_t n,
                                             uint32_t number) {
  for (size_t i = sizeof (ft_packed_start) + sizeof (ft_packed_identity);
       i + sizeof (ft_packed_header) <= n;) {
    sealed_header *h = (void *)(bytes + i);
    if (h->magic != FT_PACKED_BLOCK_MAGIC)
      return NULL;
    if (h->number == number)
      return h;
    i += sizeof *h;
    for (int frame = 0; frame < FT_FRAME_COUNT; frame++)
      i += h->packed[frame];
  }
  return NULL;
}

static inline size_t reseal_payload (const sealed_header *h) {
  size_t size = 0;
  for (int frame = 0; frame < FT_FRAME_COUNT; frame++)
    size += h->packed[frame];
  return size;
}

static inline void reseal_header (sealed_header *h) {
  h->payload = ft_checksum (h + 1, reseal_payload (h));
  h->checksum = ft_checksum (h, offsetof (ft_packed_header, checksum));
}

static inline void reseal_raw (ft_rng *rng, uint8_t *raw, size_t *n) {
  for (uint32_t times = 1 + ft_rng_below (rng, 3); times && *n; times--) {
    uint8_t *at = raw + ft_rng_below (rng, (uint32_t)*n);
    switch (ft_rng_below (rng, 4)) {
    case 0:
      *at ^= (uint8_t)(1 << ft_rng_below (rng, 8));
      break;
    case 1:
      *at = (uint8_t)ft_rng_below (rng, 256);
      break;
    case 2:
      memmove (at, at + 1, (size_t)(raw + *n - at) - 1), --*n;
      break;
    default:
      *n = (size_t)(at - raw);
    }
  }
}

// Changes one frame of one block, or fields of its header; the new file, which
// the caller frees.  The index is left as it was.
static inline char *reseal (ft_rng *rng, const char *bytes, size_t *n,
                            uint32_t blocks) {
  char *copy = malloc (*n + (1 << 17));
  if (!copy)
    abort ();
  memcpy (copy, bytes, *n);
  sealed_header *h = reseal_find (copy, *n, ft_rng_below (rng, blocks));
  if (!h)
    return copy;
  if (ft_rng_percent (rng, 15)) {
    sealed_field *fields = &h->count;
    fields[ft_rng_below (rng, 1 + FT_CLASS_NONE + 2 * FT_FRAME_COUNT)] ^=
        1u << ft_rng_below (rng, 32);
    if (reseal_payload (h) <= *n)
      reseal_header (h);
    return copy;
  }
  uint32_t frame = ft_rng_below (rng, FT_FRAME_COUNT);
  char *at = (char *)(h + 1);
  for (uint32_t i = 0; i < frame; i++)
    at += h->packed[i];
  static uint8_t raw[1 << 16], packed[1 << 17];
  size_t size = h->packed[frame] && h->raw[frame] < sizeof raw
                    ? ZSTD_decompress (raw, sizeof raw, at, h->packed[frame])
                    : 0;
  if (ZSTD_isError (size) || !size)
    return copy;
  reseal_raw (rng, raw, &size);
  size_t new_size =
      size ? ZSTD_compress (packed, sizeof packed, raw, size, 1) : 0;
  size_t old_size = h->packed[frame];
  memmove (at + new_size, at + old_size, (size_t)(copy + *n - at) - old_size);
  memcpy (at, packed, new_size);
  *n += new_size - old_size;
  h->raw[frame] = (uint32_t)size;
  h->packed[frame] = (uint32_t)new_size;
  reseal_header (h);
  return copy;
}

#endif
