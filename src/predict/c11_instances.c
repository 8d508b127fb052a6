// The instances of pairs of locations: a pair that some read is in the way of as
// a whole may have none that it is in the way of.
//
// Instances are the pairs of accesses of different threads to one variable that
// conflict, of which program order, fork and join order none, and no common lock
// keeps the two apart.  Of a pair that is certified or undecided clocks of needs show
// which instances are impossible under sc: the race at the end of a program's work
// opens nothing of what came long before.  Where one access always happens before the
// other one there is no race, whatever is in the way.
//
// An access is open with a write: a FREE leaves nothing that could be read.
//
// Slow twin: the schedules of small traces, in tests/unit/test_memory_model.c.

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "candidate/top_k.h"
#include "predict/c11_refute_inside.h"

// Pairs of events of one pair of locations that are looked at, and of all: half
// a second.  Words for what is known of their events: 64 MB.
enum {
  MOST_OF_PAIR = 1 << 14,
  MOST_OF_ALL = 1 << 22,
  MOST_KNOWN = 1 << 24,
  MOST_OPEN = 1 << 20, // instances that are known one by one: 32 MB
};

static int compare (const void *a, const void *b) {
  const ft_c11_access *p = a, *q = b;
  if (p->location != q->location)
    return p->location < q->location ? -1 : 1;
  if (p->variable != q->variable)
    return p->variable < q->variable ? -1 : 1;
  return p->event < q->event ? -1 : p->event > q->event;
}

static void add_accesses (ft_c11_refuter *r, ft_id variable) {
  const struct ft_index_list *list = &r->facts->index->accesses;
  for (ft_id i = list->begin[variable]; i < list->begin[variable + 1]; i++) {
    ft_id e = list->events[i], location = ft_c11_location (r, e, variable);
    if (ft_map_get (&r->in_pair, location) != FT_NO_ID)
      FT_PUSH (r->accesses, ((ft_c11_access){location, variable, e}));
  }
}

void ft_c11_find_accesses (ft_c11_refuter *r) {
  uint32_t variables =
      ft_tables_count (&r->trace->tables, FT_CLASS_VARIABLE);
  for (ft_id v = 0; v < variables; v++)
    add_accesses (r, v);
  if (r->accesses.size)
    qsort (r->accesses.begin, r->accesses.size, sizeof *r->accesses.begin,
           compare);
  for (size_t i = r->accesses.size; i-- > 0;)
    *ft_map_at (&r->accesses_at, r->accesses.begin[i].location) = (uint32_t)i;
}

// The accesses of a location, from one to another.
typedef struct range {
  size_t begin, end;
} range;

static range range_of (const ft_c11_refuter *r, ft_id location) {
  uint32_t begin = ft_map_get (&r->accesses_at, location);
  if (begin == FT_NO_ID)
    return (range){0};
  size_t end = begin;
  while (end < r->accesses.size && r->accesses.begin[end].location == location)
    end++;
  return (range){begin, end};
}

// ---- opening ---------------------------------------------------------------

// The location has an access of the pair that is open now.
static void note_open (ft_c11_refuter *r, ft_id location, size_t i) {
  const ft_race *races = r->results->races;
  uint32_t *pair = ft_map_at (&r->open_pair, location);
  if (*pair == FT_NO_ID || (races[i].verdict == FT_CERTIFIED &&
                            races[*pair].verdict != FT_CERTIFIED))
    *pair = (uint32_t)i;
}

static void open_event (ft_c11_refuter *r, ft_id e, enum ft_c11_open_with with) {
  r->changed |= r->open[e] < with;
  if (r->open[e] < with)
    r->open[e] = with;
}

static uint64_t open_key (ft_id access, ft_id write) {
  return (uint64_t)access << 32 | write;
}

bool ft_c11_is_open_with (const ft_c11_refuter *r, ft_id access, ft_id write) {
  return r->open[access] == FT_C11_WITH_ANY ||
         (r->open[access] == FT_C11_WITH_SOME &&
          ft_map_get (&r->open_with, open_key (access, write)) != FT_NO_ID);
}

static void open_event_with (ft_c11_refuter *r, ft_id access, ft_id write) {
  if (r->open[access] == FT_C11_WITH_ANY)
    return;
  if (r->opened >= MOST_OPEN) {
    open_event (r, access, FT_C11_WITH_ANY);
    return;
  }
  open_event (r, access, FT_C11_WITH_SOME);
  uint32_t *known = ft_map_at (&r->open_with, open_key (access, write));
  r->opened += *known == FT_NO_ID;
  r->changed |= *known == FT_NO_ID;
  *known = true;
}

// Whether some access of the location is a write.  One on an alternative path may be.
static bool may_write (ft_c11_refuter *r, ft_id e, range of) {
  bool writes = e >= r->trace->size;
  for (size_t a = of.begin; a < of.end && !writes; a++)
    writes = ft_kind_writes (r->trace->events[r->accesses.begin[a].event].kind);
  return writes;
}

void ft_c11_open_whole (ft_c11_refuter *r, size_t i) {
  const ft_race *race = r->results->races + i;
  range all[2] = {{0}, {0}};
  if (r->state[i] == FT_C11_WHOLE)
    return;
  r->state[i] = FT_C11_WHOLE;
  r->changed = true;
  for (int k = 0; k < 2; k++)
    if (race->pair[k] < r->trace->size)
      all[k] = range_of (r, ft_c11_location (r, race->pair[k], race->variable));
  for (int k = 0; k < 2; k++) {
    if (race->pair[k] >= r->trace->size || !may_write (r, race->pair[!k], all[!k]))
      continue;
    for (size_t a = all[k].begin; a < all[k].end; a++)
      open_event (r, r->accesses.begin[a].event, FT_C11_WITH_ANY);
    note_open (r, ft_c11_location (r, race->pair[k], race->variable), i);
  }
}

// An access that may race with a write may return it.
static void open_instance (ft_c11_refuter *r, size_t i, const ft_c11_access *a,
                           const ft_c11_access *b, const ft_c11_read *way) {
  const ft_event *events = r->trace->events;
  if (way)
    ft_c11_note_way (r, i, way->event);
  r->changed |= r->state[i] == FT_C11_SHUT;
  r->state[i] = FT_C11_PARTLY;
  ft_id low = a->event < b->event ? a->event : b->event;
  FT_PUSH (r->found, ((ft_pair){low, a->event ^ b->event ^ low, a->variable,
                                1u << FT_REL_FORK_JOIN}));
  for (int k = 0; k < 2; k++) {
    const ft_c11_access *it = k ? b : a, *other = k ? a : b;
    if (!ft_kind_writes (events[other->event].kind))
      continue;
    open_event_with (r, it->event, other->event);
    note_open (r, it->location, i);
  }
}

// ---- one instance ----------------------------------------------------------

// The events that come before event 'e', per thread; the event itself is not one of
// them.
static const ft_id *known_of (ft_c11_refuter *r, ft_id e) {
  ft_tid threads = r->facts->index->threads;
  uint32_t *at = ft_map_at (&r->known_at, e);
  if (*at == FT_NO_ID) {
    *at = (uint32_t)r->known.size;
    ft_id *known = ft_c11_known_before (r, r->trace->events[e].thread,
                                        r->facts->index->local[e]);
    for (ft_tid t = 0; t < threads; t++)
      FT_PUSH (r->known, known[t]);
    free (known);
  }
  return r->known.begin + *at;
}

static bool precedes (const ft_c11_refuter *r, ft_id e, const ft_id *known) {
  return known[r->trace->events[e].thread] > r->facts->index->local[e];
}

static bool conflicts (const ft_event *a, const ft_event *b) {
  return a->kind == FT_FREE || b->kind == FT_FREE ? a->kind != b->kind
                                                  : ft_event_conflicts (a, b);
}

static bool is_locked (ft_c11_refuter *r, ft_id a, ft_id b) {
  const ft_id *held = r->facts->index->held;
  return ft_lock_stacks_exclude (r->stacks,
                                 ft_lock_stacks_of (r->stacks, held[a]),
                                 ft_lock_stacks_of (r->stacks, held[b]));
}

// What comes before two accesses.
typedef struct instance {
  ft_id events[2];
  const ft_id *known[2];
} instance;

static bool is_behind (const ft_c11_refuter *r, const ft_id *known,
                       const instance *x) {
  return precedes (r, x->events[0], known) || precedes (r, x->events[1], known);
}

static bool is_unused (const ft_c11_refuter *r, const ft_c11_read *read,
                       const instance *x) {
  if (!read->kept)
    return false;
  ft_id variable = r->trace->events[read->event].target;
  for (uint32_t i = ft_map_get (&r->uses_of, variable); i != FT_NO_ID;
       i = r->uses.begin[i].next)
    if (!is_behind (r, r->uses.begin[i].known, x))
      return false;
  return true;
}

// The read that is in the way of the instance, or NULL.
static const ft_c11_read *find_way (ft_c11_refuter *r, const instance *x) {
  for (size_t i = 0; i < r->in_way.size; i++) {
    const ft_c11_read *read = r->reads.begin + r->in_way.begin[i];
    r->instances++;
    if (!is_behind (r, read->known, x) && !is_unused (r, read, x) &&
        !ft_c11_sources_precede (r, read, x->known))
      return read;
  }
  return NULL;
}

static bool has (const ft_c11_refuter *r, const ft_ideals *clocks, ft_id e,
                 ft_id other) {
  return ft_ideals_size_in (clocks, e, r->trace->events[other].thread) >
         r->facts->index->local[other];
}

// Whether the clock of one event has the other one.
static bool orders (const ft_c11_refuter *r, const ft_ideals *clocks, ft_id a,
                    ft_id b) {
  return clocks && (has (r, clocks, a, b) || has (r, clocks, b, a));
}

// Whether an instance of a pair that is not impossible under sc may be possible.
static bool may_be (const ft_c11_refuter *r, size_t pair, ft_id a, ft_id b) {
  return !ft_c11_is_refuted (r, pair) && !orders (r, r->clocks.needed, a, b);
}

static void look_at (ft_c11_refuter *r, size_t pair, const ft_c11_access *a,
                     const ft_c11_access *b) {
  const ft_event *p = r->trace->events + a->event;
  const ft_event *q = r->trace->events + b->event;
  if (p->thread == q->thread || !conflicts (p, q) ||
      is_locked (r, a->event, b->event))
    return;
  known_of (r, a->event); // so that the next call is the last that may move it
  const ft_id *second = known_of (r, b->event), *first = known_of (r, a->event);
  instance x = {{a->event, b->event}, {first, second}};
  if (precedes (r, a->event, second) || precedes (r, b->event, first))
    return;
  bool possible = may_be (r, pair, a->event, b->event);
  const ft_c11_read *way = possible ? NULL : find_way (r, &x);
  if ((possible || way) && !orders (r, r->clocks.happens, a->event, b->event))
    open_instance (r, pair, a, b, way);
}

// ---- a pair of locations ---------------------------------------------------

// The end of the accesses to the variable of the first one.
static size_t end_of_variable (const ft_c11_refuter *r, range of) {
  const ft_c11_access *a = r->accesses.begin;
  size_t i = of.begin;
  while (i < of.end && a[i].variable == a[of.begin].variable)
    i++;
  return i;
}

static bool is_too_much (const ft_c11_refuter *r, size_t looked) {
  return looked > MOST_OF_PAIR || r->instances > MOST_OF_ALL ||
         r->known.size > MOST_KNOWN || r->steps > FT_C11_MOST_STEPS / 2;
}

// Looks at the accesses of two locations to one variable.  False if they are too
// many.
static bool look_at_variable (ft_c11_refuter *r, size_t pair, range p, range q,
                              size_t *looked) {
  const ft_c11_access *a = r->accesses.begin;
  bool same = p.begin == q.begin;
  for (size_t i = p.begin; i < p.end; i++)
    for (size_t j = same ? i + 1 : q.begin; j < q.end; j++) {
      if (is_too_much (r, ++*looked))
        return false;
      look_at (r, pair, a + i, a + j);
    }
  return true;
}

static bool look_at_all (ft_c11_refuter *r, size_t pair, range p, range q) {
  const ft_c11_access *a = r->accesses.begin;
  size_t looked = 0;
  while (p.begin < p.end && q.begin < q.end) {
    ft_id v = a[p.begin].variable, w = a[q.begin].variable;
    range of_p = {p.begin, v <= w ? end_of_variable (r, p) : p.begin};
    range of_q = {q.begin, w <= v ? end_of_variable (r, q) : q.begin};
    if (v == w && !look_at_variable (r, pair, of_p, of_q, &looked))
      return false;
    p.begin = of_p.end, q.begin = of_q.end;
  }
  return true;
}

static int compare_pairs (const void *a, const void *b) {
  return ft_pair_compare (a, b);
}

// The open instances of a pair are left, if they are few.
static void keep_left (ft_c11_refuter *r, size_t pair) {
  ft_c11_left *left = r->left + pair;
  ft_c11_left_release (left, 1);
  if (!r->found.size || r->found.size > FT_C11_LEFT ||
      !ft_c11_is_refuted (r, pair))
    return;
  qsort (r->found.begin, r->found.size, sizeof *r->found.begin, compare_pairs);
  left->count = (uint32_t)r->found.size;
  left->list = FT_ARRAY (ft_pair, left->count);
  memcpy (left->list, r->found.begin, left->count * sizeof *left->list);
}

void ft_c11_open_instances (ft_c11_refuter *r, size_t pair) {
  const ft_race *race = r->results->races + pair;
  range sides[2];
  for (int k = 0; k < 2; k++)
    sides[k] =
        range_of (r, ft_c11_location (r, race->pair[k], race->variable));
  if (!r->stacks)
    r->stacks = ft_lock_stacks_new (r->facts->index);
  FT_CLEAR (r->found);
  if (look_at_all (r, pair, sides[0], sides[1])) {
    keep_left (r, pair);
    return;
  }
  ft_c11_left_release (r->left + pair, 1);
  if (r->in_way.size)
    ft_c11_note_way (r, pair, r->reads.begin[r->in_way.begin[0]].event);
  ft_c11_open_whole (r, pair);
}

void ft_c11_instances_release (ft_c11_refuter *r) {
  if (r->stacks)
    ft_lock_stacks_free (r->stacks);
  FT_RELEASE (r->accesses);
  FT_RELEASE (r->found);
  FT_RELEASE (r->known);
  ft_map_release (&r->open_with);
  ft_map_release (&r->accesses_at);
  ft_map_release (&r->known_at);
}
