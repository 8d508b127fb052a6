#include "explore/grow.h"

#include <string.h>

enum { DIGITS = 10 };

static bool is_digit (unsigned char byte) {
  return byte >= '0' && byte <= '9';
}

static bool grow (ft_input_set *set, const ft_input_source *s) {
  size_t from = 0, to;
  while (from < s->size && !is_digit (s->bytes[from]))
    from++;
  for (to = from; to < s->size && is_digit (s->bytes[to]);)
    to++;
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
