#include "candidate/lock_order.h"

void ft_lock_order_release (ft_lock_order *o) {
  ft_map_release (&o->asked);
  ft_map_release (&o->known);
  FT_RELEASE (o->edges);
}

static bool is_new (ft_map *set, uint32_t a, uint32_t b) {
  uint32_t *known = ft_map_at (set, (uint64_t)a << 32 | b);
  bool new = *known == FT_NO_ID;
  *known = 1;
  return new;
}

void ft_lock_order_ask (ft_lock_order *o, const ft_lock_sets *sets, ft_id held,
                        ft_id lock) {
  uint32_t count;
  if (held == FT_LOCK_SET_EMPTY || !is_new (&o->asked, held, lock))
    return;
  const uint32_t *elements = ft_lock_set_elements (sets, held, &count);
  for (uint32_t i = 0; i < count; i++) {
    ft_id other = elements[i] / 2;
    if (is_new (&o->known, other, lock))
      FT_PUSH (o->edges, ((struct ft_lock_order_edge){other, lock}));
  }
}

// ---- cycles ----------------------------------------------------------------

// Edges by the lock that is held: those of lock l are the numbers in 'edges'
// from 'begin[l]' to 'begin[l + 1]'.
struct lists {
  uint32_t *begin, *edges;
};

static struct lists sort_edges (const ft_lock_order *o, uint32_t locks) {
  struct lists s = {FT_ARRAY (uint32_t, (size_t)locks + 2),
                    FT_ARRAY (uint32_t, o->edges.size + 1)};
  for (size_t i = 0; i < o->edges.size; i++)
    s.begin[o->edges.begin[i].held + 2]++;
  for (uint32_t l = 0; l < locks; l++)
    s.begin[l + 2] += s.begin[l + 1];
  for (size_t i = 0; i < o->edges.size; i++)
    s.edges[s.begin[o->edges.begin[i].held + 1]++] = (uint32_t)i;
  return s;
}

// Remove locks for which no thread asks while it holds another one, and their
// edges, as long as there are any (Kahn 1962).
bool ft_lock_order_is_acyclic (const ft_lock_order *o, uint32_t locks) {
  struct lists s = sort_edges (o, locks);
  uint32_t *asked = FT_ARRAY (uint32_t, (size_t)locks + 1);
  FT_STACK (uint32_t) free_locks = {0};
  size_t removed = 0;
  for (size_t i = 0; i < o->edges.size; i++)
    asked[o->edges.begin[i].asked]++;
  for (uint32_t l = 0; l < locks; l++)
    if (!asked[l])
      FT_PUSH (free_locks, l);
  while (!FT_EMPTY (free_locks)) {
    uint32_t l = FT_POP (free_locks);
    for (uint32_t i = s.begin[l]; i < s.begin[l + 1]; i++, removed++)
      if (!--asked[o->edges.begin[s.edges[i]].asked])
        FT_PUSH (free_locks, o->edges.begin[s.edges[i]].asked);
  }
  FT_RELEASE (free_locks);
  free (asked);
  free (s.begin);
  free (s.edges);
  return removed == o->edges.size;
}
