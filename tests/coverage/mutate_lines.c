// See 'mutate.h'.  Lines and words of a text.

#include "tests/coverage/mutate.h"

#include <string.h>

size_t LLVMFuzzerMutate (uint8_t *, size_t size, size_t most);

size_t mutate_bytes (ft_rng *rng, uint8_t *bytes, size_t size, size_t most) {
  (void)rng;
  return LLVMFuzzerMutate (bytes, size, most);
}

typedef struct span {
  size_t begin, end;
} span;

static bool is_word (uint8_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c >= 128;
}

static span line_at (const uint8_t *bytes, size_t size, size_t at) {
  span s = {at, at};
  while (s.begin && bytes[s.begin - 1] != '\n')
    s.begin--;
  while (s.end < size && bytes[s.end] != '\n')
    s.end++;
  s.end += s.end < size;
  return s;
}

static span word_at (const uint8_t *bytes, size_t size, size_t at) {
  span s = {at, at};
  while (s.begin && is_word (bytes[s.begin - 1]))
    s.begin--;
  while (s.end < size && is_word (bytes[s.end]))
    s.end++;
  return s;
}

// Puts a copy of 'from' in the place of 'to'.
static size_t replace (uint8_t *bytes, size_t size, size_t most, span to,
                       span from) {
  size_t n = from.end - from.begin, old = to.end - to.begin;
  uint8_t copy[4096];
  if (n > sizeof copy || size - old + n > most || size - old + n == 0)
    return size;
  memcpy (copy, bytes + from.begin, n);
  memmove (bytes + to.begin + n, bytes + to.end, size - to.end);
  memcpy (bytes + to.begin, copy, n);
  return size - old + n;
}

static size_t mutate_once (ft_rng *rng, uint8_t *bytes, size_t size,
                           size_t most) {
  span (*unit) (const uint8_t *, size_t, size_t) =
      ft_rng_percent (rng, 60) ? line_at : word_at;
  span a = unit (bytes, size, ft_rng_below (rng, (uint32_t)size));
  span b = unit (bytes, size, ft_rng_below (rng, (uint32_t)size));
  switch (ft_rng_below (rng, 3)) {
  case 0:
    return replace (bytes, size, most, a, b);
  case 1: // before it
    return replace (bytes, size, most, (span){a.begin, a.begin}, b);
  }
  return replace (bytes, size, most, a, (span){b.begin, b.begin});
}

size_t mutate_lines (ft_rng *rng, uint8_t *bytes, size_t size, size_t most) {
  if (!size || ft_rng_percent (rng, 30))
    return LLVMFuzzerMutate (bytes, size, most);
  for (uint32_t i = 1 + ft_rng_below (rng, 4); i; i--)
    size = mutate_once (rng, bytes, size, most);
  return size;
}
