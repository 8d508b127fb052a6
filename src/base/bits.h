// Sets of numbers as bit vectors: one bit for each number up to the greatest
// member.

#ifndef FT_BASE_BITS_H
#define FT_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stack.h"

typedef FT_STACK (uint64_t) ft_bits; // (ft_bits){0} is empty

static inline void ft_bits_add (ft_bits *bits, uint64_t n) {
  FT_GROW (*bits, n / 64 + 1, 0);
  bits->begin[n / 64] |= UINT64_C (1) << n % 64;
}

static inline bool ft_bits_has (const ft_bits *bits, uint64_t n) {
  return n / 64 < bits->size && bits->begin[n / 64] >> n % 64 & 1;
}

#endif
