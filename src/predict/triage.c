#include "predict/triage.h"

#include <assert.h>

#include "base/hash.h"
#include "certify/ideal.h"

typedef struct ranked {
  size_t candidate;
  int unordered;       // the number of relations that leave it unordered
  const ft_pair *pair; // its closest instance
} ranked;

static int count_bits (unsigned bits) {
  int n = 0;
  for (; bits; bits &= bits - 1)
    n++;
  return n;
}

static int compare_ids (ft_id a, ft_id b) {
  return (a > b) - (a < b);
}

static int compare (const void *a, const void *b) {
  const ranked *p = a, *q = b;
  int order = q->unordered - p->unordered;
  if (!order)
    order = compare_ids (p->pair->second - p->pair->first,
                         q->pair->second - q->pair->first);
  if (!order)
    order = compare_ids (p->pair->first, q->pair->first);
  if (!order)
    order = (p->candidate > q->candidate) - (p->candidate < q->candidate);
  return order;
}

static ranked *rank (const ft_candidates *c) {
  ranked *list = FT_ARRAY (ranked, c->list.size);
  for (size_t i = 0; i < c->list.size; i++) {
    const ft_pair *pair = c->list.begin[i].closest;
    list[i] = (ranked){i, count_bits (pair->unordered_by), pair};
  }
  if (c->list.size)
    qsort (list, c->list.size, sizeof *list, compare);
  return list;
}

// The location of an access.  Unknown locations count as one per variable and
// kind, as for candidates.
static uint64_t location_key (const ft_work *work, const ft_pair *pair,
                              ft_id e) {
  const ft_event *event = work->facts->trace->events + e;
  return event->location != FT_NO_ID
             ? event->location
             : (uint64_t)1 << 63 | (uint64_t)event->kind << 32 | pair->variable;
}

// Whether the location was not seen before; marks it as seen.
static bool mark_seen (ft_map *seen, uint64_t location) {
  uint32_t *slot = ft_map_at (seen, location);
  bool new = *slot == FT_NO_ID;
  *slot = 0;
  return new;
}

size_t *ft_triage_order (const ft_work *work) {
  size_t races = work->candidates->list.size, all = ft_work_size (work);
  size_t *order = FT_ARRAY (size_t, all), *later = FT_ARRAY (size_t, races);
  size_t n = 0, later_count = 0;
  ranked *list = rank (work->candidates);
  ft_map seen = {0};
  for (size_t i = 0; i < races; i++) {
    const ft_pair *pair = list[i].pair;
    bool first = mark_seen (&seen, location_key (work, pair, pair->first));
    bool second = mark_seen (&seen, location_key (work, pair, pair->second));
    if (first || second)
      order[n++] = list[i].candidate;
    else
      later[later_count++] = list[i].candidate;
  }
  for (size_t i = races; i < all; i++)
    order[n++] = i;
  for (size_t i = 0; i < later_count; i++)
    order[n++] = later[i];
  assert (n == all);
  ft_map_release (&seen);
  free (list);
  free (later);
  return order;
}

// The number of binary digits of the events that the closest instance needs; 0
// where clocks refute all instances.
static unsigned digits_of_needs (const ft_work *work, size_t candidate) {
  if (!ft_work_open (work, candidate))
    return 0;
  ft_question q = ft_work_question (work, candidate, 0);
  uint64_t size =
      ft_ideals_size (work->needed[FT_MODEL_MCM], q.targets, q.count);
  unsigned digits = 1;
  while (size >>= 1)
    digits++;
  return digits;
}

void ft_triage_small_first (const ft_work *work, size_t *candidates,
                            size_t count) {
  enum { DIGITS = 65 };
  size_t begin[DIGITS + 1] = {0};
  if (!work->needed || !work->needed[FT_MODEL_MCM])
    return;
  size_t *old = FT_ARRAY (size_t, count);
  uint8_t *digits = FT_ARRAY (uint8_t, count);
  for (size_t i = 0; i < count; i++) {
    old[i] = candidates[i];
    digits[i] = (uint8_t)digits_of_needs (work, old[i]);
    begin[digits[i] + 1]++;
  }
  for (size_t d = 0; d < DIGITS; d++)
    begin[d + 1] += begin[d];
  for (size_t i = 0; i < count; i++)
    candidates[begin[digits[i]]++] = old[i];
  free (old);
  free (digits);
}

// ---- failures --------------------------------------------------------------

typedef struct weighed {
  size_t candidate;
  ft_id events; // of the trace, before the first instance that may be
} weighed;

static bool is_possible (const ft_work *w, ft_id event) {
  return !w->facts->possible ||
         ft_possible_paths_has (w->facts->possible,
                                w->facts->unfolding->unfolded[event]);
}

static weighed weigh (const ft_work *w, size_t candidate) {
  const ft_failure_candidate *f = ft_work_failure (w, candidate);
  weighed least = {candidate, FT_NO_ID};
  for (uint32_t i = 0; i < f->count; i++) {
    ft_id at = ft_facts_anchor (w->facts, f->kept[i].fails);
    if (f->kept[i].freed != FT_NO_ID && f->kept[i].freed > at)
      at = f->kept[i].freed;
    if (is_possible (w, f->kept[i].fails) && at < least.events)
      least.events = at;
  }
  least.events = least.events == FT_NO_ID ? 0 : least.events;
  return least;
}

static int compare_weighed (const void *a, const void *b) {
  const weighed *p = a, *q = b;
  return p->events != q->events ? compare_ids (p->events, q->events)
                                : (p->candidate > q->candidate) -
                                      (p->candidate < q->candidate);
}

void ft_triage_failures (const ft_work *work, size_t *candidates,
                         size_t count) {
  weighed *list = FT_ARRAY (weighed, count);
  for (size_t i = 0; i < count; i++)
    list[i] = weigh (work, candidates[i]);
  if (count)
    qsort (list, count, sizeof *list, compare_weighed);
  for (size_t i = 0; i < count; i++)
    candidates[i] = list[i].candidate;
  free (list);
}
