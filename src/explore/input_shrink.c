#include "explore/input_shrink.h"

#include <string.h>

#include "explore/input_grow.h"

enum { MOST_BYTES = 16 }; // of a source that are restored one by one

// Removes the zeros in front of the first number of a source.
static bool strip (ft_input_set *set, const ft_input_source *s) {
  size_t from, to, end;
  ft_input_first_number (s, &from, &end);
  for (to = from; to + 1 < end && s->bytes[to] == '0';)
    to++;
  if (to == from)
    return false;
  unsigned char *shorter = ft_calloc (s->size, 1);
  memcpy (shorter, s->bytes, from);
  memcpy (shorter + from, s->bytes + to, s->size - to);
  ft_input_set_put (set, s->name, shorter, s->size - (to - from));
  free (shorter);
  return true;
}

static bool strip_all (ft_input_set *set) {
  bool changed = false;
  for (size_t i = 0; i < set->sources.size; i++)
    if (set->sources.begin[i].bytes)
      changed |= strip (set, set->sources.begin + i);
  return changed;
}

static bool restore (ft_input_set *set, ft_input_source *s,
                     const ft_input_set *first) {
  const ft_input_source *was = ft_input_set_find (first, s->name);
  bool same = was && was->bytes && s->bytes && was->size == s->size &&
              !memcmp (was->bytes, s->bytes, s->size);
  if (same || !was || !was->bytes)
    return false;
  ft_input_set_put (set, s->name, was->bytes, was->size);
  return true;
}

static bool restore_byte (ft_input_source *s, const ft_input_set *first,
                          size_t at) {
  const ft_input_source *was = ft_input_set_find (first, s->name);
  if (!was || !was->bytes || !s->bytes || was->size != s->size ||
      at >= s->size || was->bytes[at] == s->bytes[at])
    return false;
  s->bytes[at] = was->bytes[at];
  return true;
}

bool ft_input_shrink (ft_input_set *set, const ft_input_set *first,
                      unsigned attempt, bool *changed) {
  size_t count = set->sources.size;
  *changed = false;
  if (!attempt)
    *changed = strip_all (set);
  else if (attempt <= count)
    *changed = restore (set, set->sources.begin + (attempt - 1), first);
  else if (attempt <= count + count * MOST_BYTES) {
    size_t byte = attempt - count - 1;
    *changed = restore_byte (set->sources.begin + byte / MOST_BYTES, first,
                             byte % MOST_BYTES);
  } else
    return false;
  return true;
}
