// What the first pass over a run found (see 'native_shared.h'), as lists.

#include <stdlib.h>

#include "run/shared.h"
#include "run/uninstrumented.h"

void ft_shared_release (ft_shared *s) {
  FT_RELEASE (s->granules);
  FT_RELEASE (s->cut);
  ft_map_release (&s->counted);
  FT_RELEASE (s->unseen);
  ft_map_release (&s->unseen_places);
  FT_RELEASE (s->stretches);
  FT_RELEASE (s->singles);
}

// ---- order -----------------------------------------------------------------

int ft_shared_compare (const void *a, const void *b) {
  const ft_shared_granule *g = a, *h = b;
  if (g->life != h->life)
    return g->life < h->life ? -1 : 1;
  return g->granule < h->granule ? -1 : g->granule > h->granule;
}

static int by_number (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static void sort (ft_shared *s) {
  if (!FT_EMPTY (s->granules))
    qsort (s->granules.begin, s->granules.size, sizeof *s->granules.begin,
           ft_shared_compare);
  if (!FT_EMPTY (s->cut))
    qsort (s->cut.begin, s->cut.size, sizeof *s->cut.begin, by_number);
}

// ---- adding ----------------------------------------------------------------

static bool has_granule (const ft_shared_granule *list, size_t count,
                         uint64_t life, uint64_t granule) {
  ft_shared_granule key = {life, granule};
  return count && bsearch (&key, list, count, sizeof key, ft_shared_compare);
}

void ft_shared_add (ft_shared *s, const ft_shared_granule *granules,
                    size_t count) {
  size_t kept = s->granules.size;
  for (size_t i = 0; i < count; i++) {
    FT_PUSH (s->singles, granules[i]);
    if (!has_granule (s->granules.begin, kept, granules[i].life,
                      granules[i].granule))
      FT_PUSH (s->granules, granules[i]);
  }
  sort (s);
}

// What a thread may have written itself matters when others use it, too.
// Returns whether granules were added.
static bool add_unseen (ft_shared *s, ft_uninstrumented *unseen) {
  size_t count, kept = s->granules.size;
  const ft_revealing_read *reads = ft_uninstrumented_reads (unseen, &count);
  for (size_t i = 0; i < count; i++) {
    const ft_revealing_read *r = reads + i;
    bool is_kept = has_granule (s->granules.begin, kept, r->life, r->granule);
    if (r->own && !is_kept)
      continue;
    ft_uninstrumented_mark (unseen, r, &s->unseen_places);
    FT_PUSH (s->unseen, ((ft_shared_granule){r->life, r->granule}));
    if (!is_kept)
      FT_PUSH (s->granules, ((ft_shared_granule){r->life, r->granule}));
  }
  ft_uninstrumented_mark_calls (unseen, &s->unseen_places);
  return s->granules.size > kept;
}

void ft_shared_close (ft_shared *s, ft_uninstrumented *unseen) {
  sort (s);
  if (add_unseen (s, unseen))
    sort (s);
  if (!FT_EMPTY (s->unseen))
    qsort (s->unseen.begin, s->unseen.size, sizeof *s->unseen.begin,
           ft_shared_compare);
}

bool ft_shared_is_uninstrumented (const ft_shared *s, uint64_t life, uint64_t granule) {
  return has_granule (s->unseen.begin, s->unseen.size, life, granule);
}

// ---- stretches -------------------------------------------------------------

// What is used after its free, or by code without records, is a granule at a
// time.
static void add_singles (ft_shared *s) {
  for (size_t i = 0; i < s->granules.size; i++) {
    ft_shared_granule g = s->granules.begin[i];
    if (g.granule & FT_SHARED_AFTER_FREE)
      FT_PUSH (s->singles, ((ft_shared_granule){
                               g.life - 1, g.granule & FT_SHARED_GRANULE}));
  }
  for (size_t i = 0; i < s->unseen.size; i++)
    FT_PUSH (s->singles, s->unseen.begin[i]);
}

// Of granules of which only one access is an event others have none.
static bool is_kept (const ft_shared *s, const ft_granule_range *t) {
  const ft_shared_granule *all = s->granules.begin;
  ft_shared_granule key = {t->life, t->first};
  const ft_shared_granule *g =
      bsearch (&key, all, s->granules.size, sizeof key, ft_shared_compare);
  uint64_t more = t->last - t->first;
  return g && (uint64_t)(all + s->granules.size - g) > more &&
         g[more].life == t->life && g[more].granule == t->last;
}

void ft_shared_form_ranges (ft_shared *s) {
  size_t kept = 0;
  if (FT_EMPTY (s->stretches))
    return;
  add_singles (s);
  ft_granule_ranges_settle (&s->stretches, s->singles.begin, s->singles.size);
  for (size_t i = 0; i < s->stretches.size; i++)
    if (is_kept (s, s->stretches.begin + i))
      s->stretches.begin[kept++] = s->stretches.begin[i];
  s->stretches.size = kept;
}

// ---- asking ----------------------------------------------------------------

const ft_shared_granule *ft_shared_in (const ft_shared *s, uint64_t life,
                                       size_t *count) {
  size_t low = 0, high = s->granules.size;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (s->granules.begin[middle].life < life)
      low = middle + 1;
    else
      high = middle;
  }
  size_t end = low;
  while (end < s->granules.size && s->granules.begin[end].life == life)
    end++;
  *count = end - low;
  return s->granules.begin + low;
}

bool ft_shared_is_cut (const ft_shared *s, uint64_t life) {
  return !FT_EMPTY (s->cut) &&
         bsearch (&life, s->cut.begin, s->cut.size, sizeof life, by_number);
}
