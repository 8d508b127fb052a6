// Numbers of variable length: seven bits in each byte, least significant first,
// the top bit set in all but the last byte (LEB128).  Reading is bounds-checked
// and consumes at most ten bytes.

#ifndef FT_BASE_VARINT_H
#define FT_BASE_VARINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stack.h"

typedef FT_STACK (uint8_t) ft_bytes;

static inline void ft_varint_put (ft_bytes *to, uint64_t number) {
  for (; number >= 0x80; number >>= 7)
    FT_PUSH (*to, (uint8_t)(number | 0x80));
  FT_PUSH (*to, (uint8_t)number);
}

// Zigzag encoding: signed numbers 0, -1, 1, -2, ... as unsigned 0, 1, 2, 3,
// ..., so that numbers near zero of either sign are short.
static inline uint64_t ft_zigzag (int64_t number) {
  return (uint64_t)number << 1 ^ (uint64_t)(number >> 63);
}
static inline int64_t ft_unzigzag (uint64_t number) {
  return (int64_t)(number >> 1 ^ -(number & 1));
}

static inline void ft_varint_put_signed (ft_bytes *to, int64_t number) {
  ft_varint_put (to, ft_zigzag (number));
}

// A reader of varints.  A read beyond the end, or of a number of more than 64
// bits, returns 0 and sets 'bad', which stays set.
typedef struct ft_varints {
  const uint8_t *at, *end; // borrowed
  bool bad;
} ft_varints;

static inline uint64_t ft_varint_get (ft_varints *from) {
  uint64_t number = 0;
  for (unsigned shift = 0; from->at < from->end && shift < 64; shift += 7) {
    uint8_t byte = *from->at++;
    number |= (uint64_t)(byte & 0x7f) << shift;
    if (shift == 63 && byte > 1)
      break;
    if (byte < 0x80)
      return number;
  }
  from->bad = true;
  from->at = from->end;
  return 0;
}

static inline int64_t ft_varint_get_signed (ft_varints *from) {
  return ft_unzigzag (ft_varint_get (from));
}

// A count of items of at least one byte each, so that a count greater than the
// number of remaining bytes is bad.
static inline uint64_t ft_varint_get_count (ft_varints *from) {
  uint64_t count = ft_varint_get (from);
  if (count <= (uint64_t)(from->end - from->at))
    return count;
  from->bad = true;
  return 0;
}

#endif
