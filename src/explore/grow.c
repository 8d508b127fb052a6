#include "explore/grow.h"

#include <string.h>

enum { DIGITS = 10 };

static bool is_digit (unsigned char byte) {
  return byte >= '0' && byte <= '9';
}

void ft_grow_number (const ft_input_source *s, size_t *from, size_t *to) {
  *from = 0;
  while (*from < s->size && !is_digit (s->bytes[*from]))
    ++*from;
  for (*to = *from; *to < s->size && is_digit (s->bytes[*to]);)
    ++*to;
}

static bool grow (ft_input_set *set, const ft_input_source *s) {
  size_t from, to;
  ft_grow_number (s, &from, &to);
  size_t more = DIGITS - (to - from);
  if (to == from || to - from >= DIGITS || s->size + more > s->most)
    return false;
  unsigned char *longer = ft_calloc (s->size + more, 1);
  memcpy (longer, s->bytes, from);
  memset (longer + from, '0', more);
  memcpy (longer + from + more, s->bytes + from, s->size - from);
  ft_input_set_put (set, s->name, longer, s->size + more);
  free (longer);
  return true;
}

bool ft_grow (ft_input_set *set) {
  bool grown = false;
  for (size_t i = 0; i < set->sources.size; i++)
    if (set->sources.begin[i].bytes)
      grown |= grow (set, set->sources.begin + i);
  return grown;
}

// ---- by chance -------------------------------------------------------------

static uint64_t draw (uint64_t *state) { // splitmix64
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

static unsigned char other (unsigned char byte, uint64_t drawn) {
  if (is_digit (byte))
    return (unsigned char)('0' + (byte - '0' + 1 + drawn % 9) % 10);
  if (byte >= 'a' && byte <= 'z')
    return (unsigned char)('a' + (byte - 'a' + 1 + drawn % 25) % 26);
  if (byte >= 'A' && byte <= 'Z')
    return (unsigned char)('A' + (byte - 'A' + 1 + drawn % 25) % 26);
  return byte < ' ' ? byte : (unsigned char)(byte + 1 + drawn % 255);
}

void ft_grow_other (ft_input_set *set, uint64_t seed) {
  uint64_t state = seed;
  size_t total = 0;
  for (size_t i = 0; i < set->sources.size; i++)
    total += set->sources.begin[i].bytes ? set->sources.begin[i].size : 0;
  size_t at = total ? draw (&state) % total : 0;
  for (size_t i = 0; total && i < set->sources.size; i++) {
    ft_input_source *s = set->sources.begin + i;
    if (s->bytes && at < s->size) {
      s->bytes[at] = other (s->bytes[at], draw (&state));
      return;
    }
    at -= s->bytes ? s->size : 0;
  }
}
