// Square boolean matrices by columns: column v holds the set of all objects u
// whose knowledge flows to object v.

#ifndef FT_GRAMMAR_SLP_MATRIX_H
#define FT_GRAMMAR_SLP_MATRIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ft_matrix {
  size_t size, words; // 'words' of each column
  uint64_t *bits;     // owned
} ft_matrix;

ft_matrix ft_matrix_zero (size_t size);
void ft_matrix_release (ft_matrix *);

static inline uint64_t *ft_matrix_column (const ft_matrix *m, size_t v) {
  return m->bits + v * m->words;
}

// Sets are arrays of 'words' words.
static inline bool ft_bit_has (const uint64_t *set, size_t i) {
  return set[i / 64] >> i % 64 & 1;
}

static inline void ft_bit_add (uint64_t *set, size_t i) {
  set[i / 64] |= UINT64_C (1) << i % 64;
}

static inline void ft_bit_join (uint64_t *set, const uint64_t *other,
                                size_t words) {
  for (size_t w = 0; w < words; w++)
    set[w] |= other[w];
}

// The first member from 'i' on, or 'size' if there is none.
static inline size_t ft_bit_next (const uint64_t *set, size_t i, size_t size) {
  for (size_t w = i / 64; 64 * w < size; w++) {
    uint64_t rest = set[w] & (w == i / 64 ? UINT64_MAX << i % 64 : UINT64_MAX);
    if (rest)
      return 64 * w + (size_t)__builtin_ctzll (rest);
  }
  return size;
}

// Whether all powers of the matrix are the matrix itself, as for most matrices.
bool ft_matrix_is_idempotent (const ft_matrix *);

// The matrix 'times' (not zero) in a row.  At most 192 products.  A power that
// one more product does not change is also every higher power, so the matrices
// of programs need a few.
ft_matrix ft_matrix_power (const ft_matrix *, uint64_t times);

#endif
