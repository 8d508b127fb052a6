#include "candidate/pairs.h"

#include "base/debug_log.h"
#include "candidate/large_class.h"
#include "candidate/top_k.h"

// Comparisons of classes and of segments per variable, before classes are
// treated as large; more only while each class or access has fewer than NEAR
// others.
#define COMPARISONS 20000000
#define NEAR 256

struct entry {
  uint64_t low, high; // location keys
  ft_id candidate, next;
};

// Tiers of instances: feasible in every model; feasible in the weakest model
// that is asked about; all.  One of the last tier is kept only if there are
// none of the others.
enum tier { FEASIBLE, RELAXED, ANY, TIERS };

struct draft {
  ft_top_k closest[TIERS];
};

struct finder {
  const ft_index *index;
  ft_access_classes classes; // of the current variable
  ft_candidates *candidates;
  bool all_pairs;
  ft_candidates_limits limits;
  bool over; // a limit was reached: nothing more is listed
  ft_id variable;
  size_t left;         // comparisons that are left for the variable
  unsigned ticks;      // counts until the deadline is looked at
  ft_map by_locations; // hash of a location pair -> candidate chain
  FT_STACK (struct entry) entries;
  FT_STACK (struct draft) drafts; // of the candidates
};

// ---- limits --------------------------------------------------------------

static const char *variable_name (const struct finder *f) {
  return ft_tables_name (&f->index->trace->tables, FT_CLASS_VARIABLE,
                         f->variable);
}

static void truncate_list (struct finder *f, enum ft_truncation why) {
  if (!f->candidates->truncation) {
    f->candidates->truncation = why;
    FT_DEBUG (CANDIDATE, 1, "at %s: not all are listed: %s", variable_name (f),
              why == FT_TRUNCATION_LIMIT     ? "there are too many"
              : why == FT_TRUNCATION_CLASSES ? "its accesses differ too much"
              : why == FT_TRUNCATION_TIME    ? "no time is left"
                                             : "interrupted");
  }
  f->over |= why != FT_TRUNCATION_CLASSES;
}

static void truncate_at_deadline (struct finder *f) {
  truncate_list (f, ft_deadline_stopped (f->limits.deadline)
                        ? FT_TRUNCATION_INTERRUPT
                        : FT_TRUNCATION_TIME);
}

static bool is_over (struct finder *f) {
  if (!f->over && !(f->ticks++ & 1023) && ft_deadline_over (f->limits.deadline))
    truncate_at_deadline (f);
  return f->over;
}

// ---- candidates ----------------------------------------------------------

static ft_candidate *new_candidate (struct finder *f) {
  if (f->candidates->list.size == f->limits.candidates) {
    truncate_list (f, FT_TRUNCATION_LIMIT);
    return NULL;
  }
  FT_PUSH (f->candidates->list, ((ft_candidate){0}));
  FT_PUSH (f->drafts, ((struct draft){0}));
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

static ft_pair pair_of (const struct finder *f, ft_id a, ft_id b) {
  return (ft_pair){a < b ? a : b, a < b ? b : a, f->variable,
                   1u << FT_REL_FORK_JOIN};
}

// Keeps the pair if it is among the closest.  Returns whether it is.
static bool keep_pair (struct finder *f, const ft_candidate *candidate,
                       enum tier tier, ft_id a, ft_id b) {
  ft_pair pair = pair_of (f, a, b);
  struct draft *draft =
      f->drafts.begin + (candidate - f->candidates->list.begin);
  return ft_top_k_add (draft->closest + tier, &pair);
}

static void log_candidate (const struct finder *f, const ft_candidate *c) {
  const ft_tables *tables = &f->index->trace->tables;
  ft_debug_line (FT_DEBUG_CANDIDATE,
                 "%s, events %u and %u: instances %llu, feasible %llu, kept "
                 "%u%s",
                 ft_tables_name (tables, FT_CLASS_VARIABLE,
                                 c->closest->variable),
                 c->closest->first, c->closest->second,
                 (unsigned long long)c->instances,
                 (unsigned long long)c->feasible, c->kept,
                 c->feasible || !f->limits.needed[0]
                     ? ""
                     : ": in the strictest model one access needs the other");
}

// Puts feasible instances first.
static void finish_candidates (struct finder *f) {
  for (size_t i = 0; i < f->candidates->list.size; i++) {
    ft_top_k *s = f->drafts.begin[i].closest;
    ft_candidate *candidate = f->candidates->list.begin + i;
    ft_top_k_merge (s + FEASIBLE, s + RELAXED);
    s[ANY].size = !s[FEASIBLE].size && s[ANY].size;
    ft_top_k_merge (s + FEASIBLE, s + ANY);
    candidate->closest = s[FEASIBLE].pairs;
    candidate->kept = s[FEASIBLE].size;
    if (FT_DEBUGS (CANDIDATE, 1) && candidate->kept)
      log_candidate (f, candidate);
  }
  FT_RELEASE (f->drafts);
}

// ---- pairs of groups -----------------------------------------------------

// The accesses of 'b' that neither need the current access of 'a' nor are
// needed by it.  They are a range, which moves on with the access of 'a'.
struct range {
  const ft_ideals *needed; // clocks of needs; NULL: none are known
  const ft_segment_accesses *b;
  size_t begin, end;
  size_t after; // the first access later than that of 'a'
};

static void move_range (const struct finder *f, struct range *r, ft_id e) {
  const ft_id *local = f->index->local, *other = r->b->events.begin;
  size_t size = r->b->events.size;
  ft_tid t = f->index->trace->events[e].thread;
  ft_id ahead = r->needed ? ft_ideals_size_in (r->needed, e, r->b->thread) : 0;
  while (r->begin < size && local[other[r->begin]] < ahead)
    r->begin++;
  while (r->end < size &&
         (!r->needed ||
          ft_ideals_size_in (r->needed, other[r->end], t) <= local[e]))
    r->end++;
  while (r->after < size && other[r->after] < e)
    r->after++;
}

// Searches the range outwards, both ways, while pairs are among the closest:
// all pairs after one that is not are farther apart still.
static void keep_neighbours (struct finder *f, const ft_candidate *candidate,
                             enum tier tier, ft_id e, const struct range *r) {
  const ft_id *other = r->b->events.begin;
  size_t up = r->after > r->begin ? r->after : r->begin;
  size_t down = r->after < r->end ? r->after : r->end;
  while (up < r->end && keep_pair (f, candidate, tier, e, other[up]))
    up++;
  while (down > r->begin && keep_pair (f, candidate, tier, e, other[down - 1]))
    down--;
}

static void pair_segments (struct finder *f, const ft_segment_accesses *a,
                           const ft_segment_accesses *b) {
  ft_candidate *candidate =
      find_candidate (f, f->classes.list.begin[a->class].location,
                      f->classes.list.begin[b->class].location);
  struct range ranges[TIERS] = {{.needed = f->limits.needed[0], .b = b},
                                {.needed = f->limits.needed[1], .b = b},
                                {.needed = NULL, .b = b}};
  if (!candidate)
    return;
  candidate->instances += (uint64_t)a->events.size * b->events.size;
  bool apart =
      ft_access_classes_apart (&f->classes, f->classes.list.begin + a->class,
                               f->classes.list.begin + b->class);
  int first = apart ? FEASIBLE + 1 : FEASIBLE;
  int end = apart || f->limits.needed[0] ? TIERS : FEASIBLE + 1;
  for (size_t i = 0; i < a->events.size; i++)
    for (int tier = first; tier < end; tier++) {
      struct range *r = ranges + tier;
      move_range (f, r, a->events.begin[i]);
      keep_neighbours (f, candidate, (enum tier)tier, a->events.begin[i], r);
      if (tier == FEASIBLE && r->begin < r->end)
        candidate->feasible += r->end - r->begin;
    }
}

// Each pair becomes a candidate of its own.
static void list_pairs (struct finder *f, const ft_segment_accesses *a,
                        const ft_segment_accesses *b) {
  for (size_t i = 0; i < a->events.size; i++)
    for (size_t j = 0; j < b->events.size; j++) {
      ft_candidate *candidate = find_candidate (f, 0, 0);
      if (!candidate)
        return;
      candidate->instances = candidate->feasible = 1;
      keep_pair (f, candidate, FEASIBLE, a->events.begin[i],
                 b->events.begin[j]);
    }
}

// Looks at each pair of segments once, also of a class with itself.
static void pair_by_segment (struct finder *f, const ft_access_class *a,
                             const ft_access_class *b) {
  for (size_t i = 0; i < a->members.size; i++)
    for (size_t j = a == b ? i + 1 : 0; j < b->members.size; j++) {
      const ft_segment_accesses *g =
          ft_access_class_segment (&f->classes, a, i);
      const ft_segment_accesses *h =
          ft_access_class_segment (&f->classes, b, j);
      if (is_over (f))
        return;
      if (ft_segment_accesses_concurrent (&f->classes, g, h))
        (f->all_pairs ? list_pairs : pair_segments) (f, g, h);
    }
}

// ---- large classes -------------------------------------------------------

// A search outwards from each access of one large class through another.
struct search {
  ft_top_k closest;
  const ft_class_member *other;
  size_t size;
  size_t left; // comparisons; then only NEAR for each access
};

static bool is_too_far (const ft_top_k *s, ft_id a, ft_id b) {
  ft_id apart = a < b ? b - a : a - b;
  return s->size == FT_INSTANCES &&
         apart > ft_pair_distance (s->pairs + FT_INSTANCES - 1);
}

// Continues from member 'j' of the other class by 'step', +1 or -1.
static void search_from (struct finder *f, struct search *s,
                         const ft_class_member *member, size_t j, int step) {
  const ft_segment_accesses *segments = f->classes.segment_accesses.begin;
  for (size_t tried = 0; j < s->size; j += (size_t)step, tried++) {
    const ft_class_member *m = s->other + j;
    if (is_over (f) || is_too_far (&s->closest, member->event, m->event) ||
        (!s->left && tried == NEAR))
      return;
    s->left -= s->left > 0;
    if (ft_segment_accesses_concurrent (&f->classes, segments + member->index,
                                        segments + m->index)) {
      ft_pair pair = pair_of (f, member->event, m->event);
      ft_top_k_add (&s->closest, &pair);
    }
  }
}

static ft_top_k find_closest (struct finder *f, const ft_large_class *a,
                              const ft_large_class *b) {
  struct search s = {.left = f->limits.comparisons};
  size_t n, after = 0;
  const ft_class_member *members = ft_large_class_members (a, &n);
  s.other = ft_large_class_members (b, &s.size);
  for (size_t i = 0; i < n && !f->over; i++) {
    while (after < s.size && s.other[after].event <= members[i].event)
      after++;
    search_from (f, &s, members + i, after, 1);
    if (a != b && after)
      search_from (f, &s, members + i, after - 1, -1);
  }
  return s.closest;
}

// Keeps the closest pairs of two large classes.  Their infeasible instances are
// not searched for.
static void pair_counted (struct finder *f, const ft_access_class *a,
                          const ft_access_class *b, const ft_large_class *p,
                          const ft_large_class *q, uint64_t pairs) {
  ft_top_k found = find_closest (f, p, q);
  if (!found.size)
    truncate_list (f, FT_TRUNCATION_CLASSES);
  ft_candidate *candidate =
      found.size ? find_candidate (f, a->location, b->location) : NULL;
  bool apart = ft_access_classes_apart (&f->classes, a, b);
  if (candidate) {
    candidate->instances += pairs;
    candidate->feasible += apart ? 0 : pairs;
    for (uint32_t i = 0; i < found.size; i++)
      keep_pair (f, candidate, apart ? RELAXED : FEASIBLE, found.pairs[i].first,
                 found.pairs[i].second);
  }
  free (found.pairs);
}

static void pair_large (struct finder *f, const ft_access_class *a,
                        const ft_access_class *b) {
  ft_large_class *p = ft_large_class_new (&f->classes, a);
  ft_large_class *q = a == b ? p : ft_large_class_new (&f->classes, b);
  uint64_t pairs;
  if (!ft_large_classes_count (p, q, f->limits.deadline, &pairs))
    truncate_at_deadline (f);
  else if (pairs)
    pair_counted (f, a, b, p, q, pairs);
  ft_large_class_free (p);
  if (a != b)
    ft_large_class_free (q);
}

// ---- variables -----------------------------------------------------------

static void pair_classes (struct finder *f, const ft_access_class *a,
                          const ft_access_class *b) {
  size_t n = a->members.size * b->members.size;
  if (!ft_access_classes_conflict (&f->classes, a, b))
    return;
  if (!f->all_pairs && n > f->left) {
    pair_large (f, a, b);
    return;
  }
  f->left -= n < f->left ? n : f->left;
  pair_by_segment (f, a, b);
}

// Pairs a class that writes with itself and with the 'reach' classes before and
// after it: classes stand in the order of their first events.
static void pair_class (struct finder *f, size_t i, size_t reach) {
  const ft_access_class *all = f->classes.list.begin;
  size_t begin = i > reach ? i - reach : 0;
  size_t end =
      f->classes.list.size - i > reach ? i + reach : f->classes.list.size;
  for (size_t j = begin; j < end && !is_over (f); j++)
    if (j >= i || ft_access_class_only_reads (all + j))
      pair_classes (f, all + i, all + j);
}

// Pairs classes that write with all others; a class that only reads costs
// nothing.
static void pair_variable (struct finder *f) {
  ft_access_classes_build (&f->classes, f->variable);
  size_t n = f->classes.list.size;
  if (ft_access_classes_exclude (&f->classes)) {
    if (n)
      FT_DEBUG (CANDIDATE, 2, "%s: left out, all accesses hold one lock",
                variable_name (f));
    return;
  }
  FT_DEBUG (CANDIDATE, 2, "%s: %zu kinds of accesses", variable_name (f), n);
  size_t reach = f->limits.comparisons / (n + 1);
  if (reach < NEAR)
    reach = NEAR;
  f->left = f->limits.comparisons;
  for (size_t i = 0; i < n && !f->over; i++)
    if (!ft_access_class_only_reads (f->classes.list.begin + i)) {
      pair_class (f, i, reach);
      if (n > reach)
        truncate_list (f, FT_TRUNCATION_CLASSES);
    }
}

static int compare_candidates (const void *a, const void *b) {
  const ft_candidate *p = a, *q = b;
  return ft_pair_compare (p->closest, q->closest);
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
  if (!limits.comparisons)
    f.limits.comparisons = COMPARISONS;
  f.candidates = FT_NEW (ft_candidates);
  ft_access_classes_init (&f.classes, index, limits.words);
  uint32_t variables =
      ft_tables_count (&index->trace->tables, FT_CLASS_VARIABLE);
  for (f.variable = 0; f.variable < variables && !is_over (&f); f.variable++)
    pair_variable (&f);
  f.candidates->listed = f.variable;
  finish_candidates (&f);
  sort_candidates (f.candidates);
  FT_RELEASE (f.entries);
  ft_map_release (&f.by_locations);
  ft_access_classes_release (&f.classes);
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
