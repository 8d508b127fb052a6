#include "trace/census.h"

#include <string.h>

void ft_census_release (ft_census *census) {
  FT_RELEASE (census->threads);
  FT_RELEASE (census->variables);
  FT_RELEASE (census->locks);
  FT_RELEASE (census->locations);
  *census = (ft_census){0};
}

static void count (struct ft_census_counts *counts, ft_id id, uint64_t times) {
  if (id == FT_NO_ID)
    return;
  FT_GROW (*counts, (size_t)id + 1, 0);
  counts->begin[id] += times;
}

void ft_census_add (ft_census *census, const ft_event *e, uint64_t times) {
  census->events += times;
  if (e->flags & FT_DROPPED) {
    census->dropped += times;
    return;
  }
  census->kinds[e->kind] += times;
  count (&census->threads, e->thread, times);
  count (&census->locations, e->location, times);
  if (ft_kind_accesses (e->kind))
    count (&census->variables, e->target, times);
  if (ft_kind_acquires (e->kind))
    count (&census->locks, e->target, times);
}

size_t ft_census_hottest (const struct ft_census_counts *counts, size_t n,
                          ft_census_top *top) {
  size_t size = 0;
  for (size_t id = 0; id < counts->size; id++) {
    uint64_t c = counts->begin[id];
    if (!c || (size == n && c <= top[n - 1].count))
      continue;
    size_t at = size < n ? size++ : n - 1;
    for (; at > 0 && top[at - 1].count < c; at--)
      top[at] = top[at - 1];
    top[at] = (ft_census_top){(ft_id)id, c};
  }
  return size;
}
