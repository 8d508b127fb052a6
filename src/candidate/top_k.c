#include "candidate/top_k.h"

#include <assert.h>

int ft_pair_compare (const ft_pair *p, const ft_pair *q) {
  if (ft_pair_distance (p) != ft_pair_distance (q))
    return ft_pair_distance (p) < ft_pair_distance (q) ? -1 : 1;
  return (p->first > q->first) - (p->first < q->first);
}

static void make_room (ft_top_k *s) {
  uint32_t n = s->size;
  if (!(n & (n - 1))) // the array grows at 0, 1, 2, 4, 8, ...
    s->pairs = ft_realloc (s->pairs, n ? 2 * n : 1, sizeof *s->pairs);
}

bool ft_top_k_add (ft_top_k *s, const ft_pair *pair) {
  if (s->size == FT_INSTANCES &&
      ft_pair_compare (pair, s->pairs + s->size - 1) >= 0)
    return false;
  if (s->size < FT_INSTANCES) {
    make_room (s);
    s->size++;
  }
  uint32_t i = s->size - 1;
  for (; i && ft_pair_compare (pair, s->pairs + i - 1) < 0; i--)
    s->pairs[i] = s->pairs[i - 1];
  s->pairs[i] = *pair;
  return true;
}

static bool contains (const ft_top_k *s, const ft_pair *pair) {
  for (uint32_t i = 0; i < s->size; i++)
    if (s->pairs[i].first == pair->first && s->pairs[i].second == pair->second)
      return true;
  return false;
}

void ft_top_k_merge (ft_top_k *s, ft_top_k *more) {
  assert (s->size <= FT_INSTANCES);
  for (uint32_t i = 0; i < more->size && s->size < FT_INSTANCES; i++)
    if (!contains (s, more->pairs + i)) {
      make_room (s);
      s->pairs[s->size++] = more->pairs[i];
    }
  free (more->pairs);
  *more = (ft_top_k){0};
}
