#include "predict/altpath_candidates.h"

typedef struct work {
  ft_candidates *to;
  const ft_facts *facts;
  ft_map by_locations; // the candidate with two locations
  bool merge;
  size_t limit;
} work;

static ft_pair fold (const work *w, const ft_pair *pair) {
  const ft_id *number = w->facts->unfolding->folded;
  ft_id a = number[pair->first], b = number[pair->second];
  ft_pair folded = *pair;
  folded.first = a < b ? a : b;
  folded.second = a < b ? b : a;
  return folded;
}

// The two locations of a pair as a word; false if one is not known.
static bool locations_of (const work *w, const ft_pair *pair, uint64_t *key) {
  const ft_event *events = w->facts->trace->events;
  uint64_t a = events[pair->first].location, b = events[pair->second].location;
  *key = a < b ? a << 32 | b : b << 32 | a;
  return a != FT_NO_ID && b != FT_NO_ID;
}

static ft_candidate *candidate_for (work *w, const ft_pair *pair) {
  uint64_t key;
  bool known = w->merge && locations_of (w, pair, &key);
  ft_id i = known ? ft_map_get (&w->by_locations, key) : FT_NO_ID;
  if (i != FT_NO_ID)
    return w->to->list.begin + i;
  if (w->to->list.size == w->limit) {
    w->to->truncation =
        w->to->truncation ? w->to->truncation : FT_TRUNCATION_LIMIT;
    return NULL;
  }
  if (known)
    *ft_map_at (&w->by_locations, key) = (ft_id)w->to->list.size;
  FT_PUSH (w->to->list, ((ft_candidate){0}));
  return &FT_TOP (w->to->list);
}

static void keep (ft_candidate *c, ft_pair pair) {
  if (c->kept == FT_INSTANCES)
    return;
  c->closest = ft_realloc (c->closest, c->kept + 1, sizeof pair);
  c->closest[c->kept++] = pair;
}

static void add (work *w, const ft_candidate *from) {
  ft_id size = w->facts->trace->size;
  ft_candidate *to = NULL;
  for (uint32_t i = 0; i < from->kept; i++) {
    ft_pair pair = fold (w, from->closest + i);
    if (pair.second == FT_NO_ID || pair.second < size)
      continue;
    if (!to) {
      to = candidate_for (w, &pair);
      if (!to)
        return;
      to->instances += from->instances - from->kept;
    }
    to->instances++;
    keep (to, pair);
  }
}

void ft_altpath_candidates_add (ft_candidates *to, const ft_facts *facts,
                                bool all_pairs, ft_candidates_limits limits) {
  work w = {.to = to,
            .facts = facts,
            .merge = !all_pairs,
            .limit = limits.candidates};
  if (!facts->paths)
    return;
  for (ft_id i = 0; w.merge && i < to->list.size; i++) {
    uint64_t key;
    if (locations_of (&w, to->list.begin[i].closest, &key))
      *ft_map_at (&w.by_locations, key) = i;
  }
  ft_candidates *found =
      ft_candidates_bounded (facts->paths->index, all_pairs, limits);
  for (size_t i = 0; i < found->list.size; i++)
    add (&w, found->list.begin + i);
  to->truncation = to->truncation ? to->truncation : found->truncation;
  ft_candidates_free (found);
  ft_map_release (&w.by_locations);
}
