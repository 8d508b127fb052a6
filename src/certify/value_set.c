// See 'value_set.h'.  A set has room for a power of two of words; one that is full
// moves to the end of the pool, so that the pool is at most four times the words in use.

#include "certify/value_set.h"

bool ft_value_set_has (const ft_value_pool *p, const ft_value_set *s,
                       uint64_t word) {
  bool has = s->any;
  for (uint8_t i = 0; i < s->count && !has; i++)
    has = p->words.begin[s->begin + i] == word;
  return has;
}

bool ft_value_set_add_any (ft_value_set *s) {
  bool grew = !s->any;
  s->any = true;
  s->count = 0;
  return grew;
}

static bool is_full (const ft_value_set *s) {
  return !(s->count & (s->count - 1)); // 0 or a power of two
}

static void move (ft_value_pool *p, ft_value_set *s) {
  uint32_t to = (uint32_t)p->words.size;
  FT_GROW (p->words, to + (s->count ? 2u * s->count : 1u), 0);
  for (uint8_t i = 0; i < s->count; i++)
    p->words.begin[to + i] = p->words.begin[s->begin + i];
  s->begin = to;
}

bool ft_value_set_add (ft_value_pool *p, ft_value_set *s, uint64_t word) {
  if (ft_value_set_has (p, s, word))
    return false;
  if (p->widens || s->count == FT_MOST_VALUES || p->words.size > UINT32_MAX / 2)
    return ft_value_set_add_any (s);
  if (is_full (s))
    move (p, s);
  p->words.begin[s->begin + s->count++] = word;
  return true;
}
