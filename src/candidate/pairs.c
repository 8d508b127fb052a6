#include "candidate/pairs.h"

#include <time.h>

#include "candidate/segment.h"
#include "candidate/lockset.h"

// Pairs of groups with at most this many pairs of events are listed whole;
// beyond, each event is paired with its neighbours until they are too far.
#define LISTED_WHOLE 4096

// Pairs of groups that are looked at per variable, at least about so many; more
// only if each group has fewer than NEAR others.
#define PAIRS_OF_GROUPS 20000000
#define NEAR 256

// Accesses that the filter cannot tell apart.
struct group {
  ft_tid thread;
  uint32_t segment;
  uint64_t location; // see 'location_key'
  ft_id locks;
  uint8_t kind, mask;
  FT_STACK (ft_id) events; // ascending
};

struct entry {
  uint64_t low, high; // location keys
  ft_id candidate, next;
};

struct finder {
  const ft_index *index;
  ft_segments *segments;
  ft_locksets *locksets;
  ft_candidates *candidates;
  bool all_pairs;
  ft_candidates_limits limits;
  double end;                     // of the time for listing, by 'now'
  bool over;                      // a limit was reached: nothing more is listed
  FT_STACK (struct group) groups; // of the variable at hand
  ft_id variable;
  ft_map by_locations; // hash of a location pair -> candidate chain
  FT_STACK (struct entry) entries;
};

// ---- grouping ------------------------------------------------------------

static uint64_t location_key (const ft_event *event, ft_id variable) {
  if (event->location != FT_NO_ID)
    return event->location;
  return (uint64_t)1 << 63 | (uint64_t)event->kind << 32 | variable;
}

static struct group *find_group (struct finder *f, ft_map *map,
                                 const struct group *key) {
  uint64_t hash = key->thread;
  hash = hash * 0x9E3779B97F4A7C15ull + key->segment;
  hash = hash * 0x9E3779B97F4A7C15ull + key->location;
  hash = hash * 0x9E3779B97F4A7C15ull + key->locks;
  hash = hash * 0x9E3779B97F4A7C15ull + key->kind * 256u + key->mask;
  for (;; hash++) {
    uint32_t *slot = ft_map_at (map, hash);
    if (*slot == FT_NO_ID) {
      *slot = (uint32_t)f->groups.size;
      FT_PUSH (f->groups, *key);
      return &FT_TOP (f->groups);
    }
    struct group *group = f->groups.begin + *slot;
    if (group->thread == key->thread && group->segment == key->segment &&
        group->location == key->location && group->locks == key->locks &&
        group->kind == key->kind && group->mask == key->mask)
      return group;
  }
}

static void group_accesses (struct finder *f) {
  const ft_index *x = f->index;
  ft_map map = {0};
  for (ft_id i = x->accesses.begin[f->variable];
       i < x->accesses.begin[f->variable + 1]; i++) {
    ft_id e = x->accesses.events[i];
    const ft_event *event = x->trace->events + e;
    struct group key = {.thread = event->thread,
                        .segment = ft_segments_of (f->segments, e),
                        .location = location_key (event, f->variable),
                        .locks = ft_locksets_of (f->locksets, x->held[e]),
                        .kind = event->kind,
                        .mask = event->mask};
    FT_PUSH (find_group (f, &map, &key)->events, e);
  }
  ft_map_release (&map);
}

static void release_groups (struct finder *f) {
  for (size_t i = 0; i < f->groups.size; i++)
    FT_RELEASE (f->groups.begin[i].events);
  FT_CLEAR (f->groups);
}

// ---- pairs of groups -----------------------------------------------------

// Whether two groups of the variable at hand conflict: a free is listed for
// each variable that it frees, which need not be looked for among all.
static bool is_conflict (const struct group *a, const struct group *b,
                         const ft_event *e, const ft_event *f) {
  if (ft_kind_accesses (a->kind) == ft_kind_accesses (b->kind))
    return ft_event_conflicts (e, f);
  return (a->kind == FT_FREE || b->kind == FT_FREE) && !ft_event_is_void (e) &&
         !ft_event_is_void (f);
}

static bool groups_conflict (const struct finder *f, const struct group *a,
                             const struct group *b) {
  return a->thread != b->thread &&
         is_conflict (a, b, f->index->trace->events + a->events.begin[0],
                      f->index->trace->events + b->events.begin[0]) &&
         !ft_segments_before (f->segments, a->thread, a->segment, b->thread,
                              b->segment) &&
         !ft_segments_before (f->segments, b->thread, b->segment, a->thread,
                              a->segment) &&
         !ft_locksets_exclude (f->locksets, a->locks, b->locks);
}

static ft_candidate *new_candidate (struct finder *f) {
  if (f->candidates->list.size == f->limits.candidates) {
    f->candidates->truncated = f->over = true;
    return NULL;
  }
  FT_PUSH (f->candidates->list, ((ft_candidate){0}));
  return &FT_TOP (f->candidates->list);
}

// The candidate of a pair of locations; NULL beyond the limit.
static ft_candidate *find_candidate (struct finder *f, uint64_t a, uint64_t b) {
  if (f->all_pairs)
    return new_candidate (f);
  uint64_t low = a < b ? a : b, high = a < b ? b : a;
  ft_id *head =
      ft_map_at (&f->by_locations, low * 0x9E3779B97F4A7C15ull ^ (high << 1));
  for (ft_id i = *head; i != FT_NO_ID; i = f->entries.begin[i].next)
    if (f->entries.begin[i].low == low && f->entries.begin[i].high == high)
      return f->candidates->list.begin + f->entries.begin[i].candidate;
  ft_candidate *candidate = new_candidate (f);
  if (!candidate)
    return NULL;
  struct entry entry = {low, high, (ft_id)f->candidates->list.size - 1, *head};
  *head = (ft_id)f->entries.size;
  FT_PUSH (f->entries, entry);
  return candidate;
}

static ft_id distance (const ft_pair *p) {
  return p->second - p->first;
}

static int compare_pairs (const void *a, const void *b) {
  const ft_pair *p = a, *q = b;
  if (distance (p) != distance (q))
    return distance (p) < distance (q) ? -1 : 1;
  return (p->first > q->first) - (p->first < q->first);
}

// Keeps the pair if it is among the closest; returns whether it is.
static bool keep_pair (struct finder *f, ft_candidate *candidate, ft_id a,
                       ft_id b) {
  ft_pair pair = {a < b ? a : b, a < b ? b : a, f->variable,
                  1u << FT_REL_FORK_JOIN};
  uint32_t n = candidate->kept;
  if (n == FT_INSTANCES &&
      compare_pairs (&pair, candidate->closest + n - 1) >= 0)
    return false;
  if (n < FT_INSTANCES) {
    if (!(n & (n - 1))) // room is made at 0, 1, 2, 4, 8, ...
      candidate->closest =
          ft_realloc (candidate->closest, n ? 2 * n : 1, sizeof pair);
    candidate->kept = ++n;
  }
  uint32_t i = n - 1;
  for (; i && compare_pairs (&pair, candidate->closest + i - 1) < 0; i--)
    candidate->closest[i] = candidate->closest[i - 1];
  candidate->closest[i] = pair;
  return true;
}

// From each event of 'a' outwards through 'b', both ways, as long as the pairs
// are among the closest: what follows one that is not is farther away still.
static void keep_neighbours (struct finder *f, ft_candidate *candidate,
                             const struct group *a, const struct group *b) {
  size_t after = 0;
  for (size_t i = 0; i < a->events.size; i++) {
    ft_id e = a->events.begin[i];
    while (after < b->events.size && b->events.begin[after] < e)
      after++;
    for (size_t j = after; j < b->events.size; j++)
      if (!keep_pair (f, candidate, e, b->events.begin[j]))
        break;
    for (size_t j = after; j-- > 0;)
      if (!keep_pair (f, candidate, e, b->events.begin[j]))
        break;
  }
}

static void pair_groups (struct finder *f, const struct group *a,
                         const struct group *b) {
  uint64_t n = (uint64_t)a->events.size * b->events.size;
  if (!f->all_pairs && n > LISTED_WHOLE) {
    ft_candidate *candidate = find_candidate (f, a->location, b->location);
    if (!candidate)
      return;
    candidate->instances += n;
    keep_neighbours (f, candidate, a, b);
    return;
  }
  for (size_t i = 0; i < a->events.size; i++)
    for (size_t j = 0; j < b->events.size; j++) {
      ft_candidate *candidate = find_candidate (f, a->location, b->location);
      if (!candidate)
        return;
      candidate->instances++;
      keep_pair (f, candidate, a->events.begin[i], b->events.begin[j]);
    }
}

static bool only_reads (const struct group *g) {
  return ft_kind_reads (g->kind) && !ft_kind_writes (g->kind);
}

static double now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool is_over (struct finder *f) {
  if (!f->over && ((f->limits.stop && *f->limits.stop) ||
                   (f->limits.seconds > 0 && now () > f->end)))
    f->candidates->truncated = f->over = true;
  return f->over;
}

// A group that writes, against the groups among the 'reach' before and after
// it; groups stand in the order of their first events.
static void pair_group (struct finder *f, size_t i, size_t reach) {
  const struct group *a = f->groups.begin + i;
  size_t begin = i > reach ? i - reach : 0;
  size_t end = f->groups.size - i > reach ? i + reach : f->groups.size;
  for (size_t j = begin; j < end && !f->over; j++) {
    const struct group *b = f->groups.begin + j;
    if ((j > i || only_reads (b)) && groups_conflict (f, a, b))
      pair_groups (f, a, b);
  }
}

// Groups that write against all others; many threads that only read a
// variable cost nothing.
static void pair_variable (struct finder *f) {
  group_accesses (f);
  size_t reach = PAIRS_OF_GROUPS / (f->groups.size + 1);
  if (reach < NEAR)
    reach = NEAR;
  for (size_t i = 0; i < f->groups.size && !is_over (f); i++)
    if (!only_reads (f->groups.begin + i)) {
      pair_group (f, i, reach);
      f->candidates->truncated |= f->groups.size > reach;
    }
  release_groups (f);
}

static int compare_candidates (const void *a, const void *b) {
  const ft_candidate *p = a, *q = b;
  return compare_pairs (p->closest, q->closest);
}

static void sort_candidates (ft_candidates *c) {
  if (c->list.size)
    qsort (c->list.begin, c->list.size, sizeof *c->list.begin,
           compare_candidates);
}

ft_candidates *ft_candidates_new (const ft_index *index, bool all_pairs,
                                  size_t limit) {
  return ft_candidates_bounded (index, all_pairs,
                                (ft_candidates_limits){.candidates = limit});
}

ft_candidates *ft_candidates_bounded (const ft_index *index, bool all_pairs,
                                      ft_candidates_limits limits) {
  struct finder f = {.index = index, .all_pairs = all_pairs, .limits = limits};
  f.end = now () + limits.seconds;
  f.candidates = FT_NEW (ft_candidates);
  f.segments = ft_segments_new (index);
  f.locksets = ft_locksets_new (index);
  uint32_t variables =
      ft_tables_count (&index->trace->tables, FT_CLASS_VARIABLE);
  for (f.variable = 0; f.variable < variables && !f.over; f.variable++)
    pair_variable (&f);
  sort_candidates (f.candidates);
  FT_RELEASE (f.groups);
  FT_RELEASE (f.entries);
  ft_map_release (&f.by_locations);
  ft_segments_free (f.segments);
  ft_locksets_free (f.locksets);
  return f.candidates;
}

void ft_candidates_free (ft_candidates *c) {
  if (!c)
    return;
  for (size_t i = 0; i < c->list.size; i++)
    free (c->list.begin[i].closest);
  FT_RELEASE (c->list);
  free (c);
}
