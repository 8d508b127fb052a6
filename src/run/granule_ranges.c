#include "run/granule_ranges.h"

#include <stdlib.h>

#include "run/sharing.h"

// ---- pieces ----------------------------------------------------------------

// Split the piece that contains both 'at' - 1 and 'at', if there is one.
static void cut_before (ft_ranges *r, uint64_t at) {
  uint64_t first = at, last = at;
  if (!ft_ranges_get (r, &first, &last) || first == at)
    return;
  ft_ranges_remove (r, first);
  ft_ranges_insert (r, first, at - 1, 0);
  ft_ranges_insert (r, at, last, 0);
}

void ft_partition_split (ft_ranges *pieces, uint64_t first, uint64_t last) {
  cut_before (pieces, first);
  cut_before (pieces, last + 1);
}

void ft_partition_add (ft_ranges *pieces, uint64_t first, uint64_t last) {
  ft_ranges_insert (pieces, first, last, 0);
}

bool ft_partition_take (ft_ranges *pieces, uint64_t first, uint64_t last,
                        ft_granule_range *piece) {
  if (!ft_ranges_get (pieces, &first, &last))
    return false;
  ft_ranges_remove (pieces, first);
  *piece = (ft_granule_range){0, first, last};
  return true;
}

// ---- ranges ----------------------------------------------------------------

static int compare (uint64_t life, uint64_t granule, uint64_t other_life,
                    uint64_t other) {
  if (life != other_life)
    return life < other_life ? -1 : 1;
  return granule < other ? -1 : granule > other;
}

static int by_lifetime (const void *a, const void *b) {
  const ft_granule_range *s = a, *t = b;
  return compare (s->life, s->first, t->life, t->first);
}

static void add (ft_granule_ranges *all, uint64_t life, uint64_t first,
                 uint64_t end) {
  if (end - first >= FT_GRANULE_RANGE_LEAST)
    FT_PUSH (*all, ((ft_granule_range){life, first, end - 1}));
}

void ft_granule_ranges_settle (ft_granule_ranges *s, ft_shared_granule *singles,
                               size_t count) {
  ft_granule_ranges settled = {0};
  size_t next = 0;
  if (!FT_EMPTY (*s))
    qsort (s->begin, s->size, sizeof *s->begin, by_lifetime);
  if (count)
    qsort (singles, count, sizeof *singles, ft_shared_compare);
  for (size_t i = 0; i < s->size; i++) {
    const ft_granule_range *t = s->begin + i;
    uint64_t from = t->first;
    while (next < count && compare (singles[next].life, singles[next].granule,
                                    t->life, from) < 0)
      next++;
    for (; next < count && singles[next].life == t->life &&
           singles[next].granule <= t->last;
         next++)
      if (singles[next].granule >= from) {
        add (&settled, t->life, from, singles[next].granule);
        from = singles[next].granule + 1;
      }
    add (&settled, t->life, from, t->last + 1);
  }
  FT_RELEASE (*s);
  *s = settled;
}

const ft_granule_range *ft_granule_ranges_in (const ft_granule_ranges *s,
                                              uint64_t life, size_t *count) {
  size_t low = 0, high = s->size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (s->begin[middle].life < life)
      low = middle + 1;
    else
      high = middle;
  }
  size_t end = low;
  while (end < s->size && s->begin[end].life == life)
    end++;
  *count = end - low;
  return s->begin + low;
}
