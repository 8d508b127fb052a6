#include "tests/model/sequence.h"

static void add_noise (ft_rng *rng, ft_sequence *s, uint32_t alphabet) {
  for (uint32_t n = 1 + ft_rng_below (rng, 4); n; n--)
    FT_PUSH (*s, ft_rng_below (rng, alphabet));
}

// What was there, once more.
static void add_copy (ft_rng *rng, ft_sequence *s) {
  size_t from = ft_rng_below (rng, (uint32_t)s->size);
  size_t n = 1 + ft_rng_below (rng, 12);
  for (size_t i = from; n && i < s->size; i++, n--)
    FT_PUSH (*s, s->begin[i]);
}

static void add_part (ft_rng *rng, ft_sequence *s, uint32_t alphabet,
                      unsigned depth) {
  unsigned choice = ft_rng_below (rng, 10);
  if (!depth || choice < 4)
    add_noise (rng, s, alphabet);
  else if (choice < 7 && s->size)
    add_copy (rng, s);
  else {
    size_t from = s->size;
    for (uint32_t n = 1 + ft_rng_below (rng, 3); n; n--)
      add_part (rng, s, alphabet, depth - 1);
    size_t end = s->size;
    for (uint32_t n = ft_rng_below (rng, 5); n; n--)
      for (size_t i = from; i < end; i++)
        FT_PUSH (*s, s->begin[i]);
  }
}

ft_sequence ft_random_sequence (ft_rng *rng, size_t least, uint32_t alphabet) {
  ft_sequence s = {0};
  while (s.size < least)
    add_part (rng, &s, alphabet, 3);
  return s;
}

static ft_sequence without (const ft_sequence *s, size_t from, size_t n) {
  ft_sequence rest = {0};
  for (size_t i = 0; i < s->size; i++)
    if (i < from || i >= from + n)
      FT_PUSH (rest, s->begin[i]);
  return rest;
}

void ft_shrink_sequence (ft_sequence *s, bool (*fails) (const ft_sequence *)) {
  for (size_t n = s->size; n; n /= 2)
    for (size_t from = 0; from < s->size;) {
      ft_sequence rest = without (s, from, n);
      if (!fails (&rest)) {
        FT_RELEASE (rest);
        from += n;
        continue;
      }
      FT_RELEASE (*s);
      *s = rest;
    }
}
