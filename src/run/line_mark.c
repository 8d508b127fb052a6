#include "run/line_mark.h"

#include <ctype.h>

#define SEED 0xcbf29ce484222325ull
#define PRIME 0x100000001b3ull

uint64_t ft_line_text_hash (const char *text, size_t length) {
  uint64_t hash = SEED;
  for (size_t i = 0; i < length; i++)
    if (!isspace ((unsigned char)text[i]))
      hash = (hash ^ (unsigned char)text[i]) * PRIME;
  return hash;
}

// Arguments of templates are left out: one line is in all instances.
uint32_t ft_line_mark_of (const char *function, uint64_t text, uint32_t above) {
  uint64_t hash = text;
  for (; *function && *function != '<'; function++)
    hash = (hash ^ (unsigned char)*function) * PRIME;
  hash = (hash ^ above) * PRIME;
  hash = (hash ^ hash >> FT_LINE_MARK_BITS) & ((1u << FT_LINE_MARK_BITS) - 1);
  return hash ? (uint32_t)hash : 1;
}
