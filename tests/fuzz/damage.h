// Random damage to the bytes of a file.

#ifndef FT_TESTS_DAMAGE_H
#define FT_TESTS_DAMAGE_H

#include <string.h>

#include "tests/model/rng.h"

// Bytes that mean something to some format are more likely to get far.
static inline char damage_byte (ft_rng *rng) {
  static const char telling[] = "{}[]\":,|()@#0x19-Tlrw \t\n\r\\";
  return ft_rng_percent (rng, 60) ? telling[ft_rng_below (rng, sizeof telling)]
                                  : (char)ft_rng_below (rng, 256);
}

// Bytes change, or a piece moves, is repeated over another, or is cut out.
static inline size_t damage_bytes (ft_rng *rng, char *bytes, size_t n) {
  size_t at = ft_rng_below (rng, (uint32_t)n);
  size_t most = n - at < 60 ? n - at : 60;
  size_t part = ft_rng_below (rng, (uint32_t)most + 1);
  size_t to = ft_rng_below (rng, (uint32_t)(n - part + 1));
  switch (ft_rng_below (rng, 4)) {
  case 0:
    bytes[at] = damage_byte (rng);
    return n;
  case 1:
    bytes[at] ^= (char)(1 << ft_rng_below (rng, 8));
    return n;
  case 2:
    memmove (bytes + to, bytes + at, part);
    return n;
  }
  memmove (bytes + at, bytes + at + part, n - at - part);
  return n - part ? n - part : 1;
}

static inline size_t damage_line_end (const char *bytes, size_t n, size_t at) {
  while (at < n && bytes[at] != '\n')
    at++;
  return at < n ? at + 1 : n;
}

// Whole lines change places or go: the file stays readable, the trace may not.
static inline size_t damage_lines (ft_rng *rng, char *bytes, size_t n) {
  size_t begin = damage_line_end (bytes, n, ft_rng_below (rng, (uint32_t)n));
  size_t middle = damage_line_end (bytes, n, begin);
  size_t end = damage_line_end (bytes, n, middle);
  char line[4096];
  if (begin == n || middle - begin > sizeof line)
    return n;
  memcpy (line, bytes + begin, middle - begin);
  if (ft_rng_percent (rng, 50)) {
    memmove (bytes + begin, bytes + middle, n - middle);
    return n - (middle - begin);
  }
  memmove (bytes + begin, bytes + middle, end - middle);
  memcpy (bytes + begin + (end - middle), line, middle - begin);
  return n;
}

#endif
