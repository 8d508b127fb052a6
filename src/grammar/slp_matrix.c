#include "grammar/slp_matrix.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

ft_matrix ft_matrix_zero (size_t size) {
  size_t words = (size + 63) / 64;
  return (ft_matrix){size, words, FT_ARRAY (uint64_t, size * words + 1)};
}

void ft_matrix_release (ft_matrix *m) {
  free (m->bits);
  *m = (ft_matrix){0};
}

static size_t bytes_of (const ft_matrix *m) {
  return m->size * m->words * sizeof (uint64_t);
}

static bool are_equal (const ft_matrix *a, const ft_matrix *b) {
  return !a->size || !memcmp (a->bits, b->bits, bytes_of (a));
}

static ft_matrix copy_of (const ft_matrix *m) {
  ft_matrix copy = ft_matrix_zero (m->size);
  if (m->size)
    memcpy (copy.bits, m->bits, bytes_of (m));
  return copy;
}

// The matrix of 'a', then 'b'.
static ft_matrix product (const ft_matrix *a, const ft_matrix *b) {
  ft_matrix m = ft_matrix_zero (a->size);
  for (size_t v = 0; v < a->size; v++) {
    const uint64_t *from = ft_matrix_column (b, v);
    for (size_t u = ft_bit_next (from, 0, a->size); u < a->size;
         u = ft_bit_next (from, u + 1, a->size))
      ft_bit_join (ft_matrix_column (&m, v), ft_matrix_column (a, u), a->words);
  }
  return m;
}

static void multiply (ft_matrix *a, const ft_matrix *b) {
  ft_matrix m = product (a, b);
  ft_matrix_release (a);
  *a = m;
}

static bool is_fixed (const ft_matrix *power, const ft_matrix *m) {
  ft_matrix next = product (power, m);
  bool fixed = are_equal (&next, power);
  ft_matrix_release (&next);
  return fixed;
}

bool ft_matrix_is_idempotent (const ft_matrix *m) {
  return is_fixed (m, m);
}

ft_matrix ft_matrix_power (const ft_matrix *m, uint64_t times) {
  assert (times);
  ft_matrix power = copy_of (m);
  for (int bit = 62 - __builtin_clzll (times); bit >= 0; bit--) {
    if (is_fixed (&power, m))
      break;
    multiply (&power, &power);
    if (times >> bit & 1)
      multiply (&power, m);
  }
  return power;
}
