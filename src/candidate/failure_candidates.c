#include "candidate/failure_candidates.h"

#include "candidate/null_pointers.h"

typedef struct work {
  const ft_trace *trace;
  ft_failure_candidates *to;
  ft_map by_place; // the candidate of a kind and one or two locations
  size_t limit;
} work;

static ft_id location_of (const work *w, ft_id event) {
  return event == FT_NO_ID ? FT_NO_ID : w->trace->events[event].location;
}

// The candidate of the instance; NULL at the limit.
static ft_failure_candidate *candidate_for (work *w, enum ft_failure_kind kind,
                                            const ft_failure_instance *i) {
  uint64_t key = location_of (w, i->fails);
  key = (key << 28 ^ location_of (w, i->freed)) * FT_FAILURE_COUNT + kind;
  uint32_t *at = ft_map_at (&w->by_place, key);
  if (*at != FT_NO_ID)
    return w->to->list.begin + *at;
  if (w->to->list.size == w->limit) {
    w->to->truncated = true;
    return NULL;
  }
  *at = (uint32_t)w->to->list.size;
  FT_PUSH (w->to->list, ((ft_failure_candidate){.kind = kind}));
  return &FT_TOP (w->to->list);
}

// An index is used in many places: of each the first instances and the last ones.
enum { BOUNDS_FIRST = 3, BOUNDS_LAST = 3 };

static uint32_t most_kept (const ft_failure_candidate *c) {
  return c->kind == FT_FAILURE_BOUNDS ? BOUNDS_FIRST + BOUNDS_LAST
                                      : FT_FAILURES_KEPT;
}

// 'like': instances that this one stands for.
static void add (work *w, ft_failure_instance i, uint64_t like) {
  enum ft_failure_kind kind =
      ft_failure_of_event (w->trace->events + i.fails, i.freed);
  ft_failure_candidate *c = candidate_for (w, kind, &i);
  if (!c)
    return;
  c->instances += like;
  if (c->count < most_kept (c))
    c->kept[c->count++] = i;
  else if (c->kind == FT_FAILURE_BOUNDS)
    c->kept[BOUNDS_FIRST + c->instances % BOUNDS_LAST] = i;
}

static bool is_guessed (uint64_t mark) {
  return mark == FT_MARK_NULLED || mark == FT_MARK_DIVISION;
}

static bool is_possible (const ft_facts *f, ft_id mark) {
  return !f->possible ||
         ft_possible_paths_has (f->possible, f->unfolding->unfolded[mark]);
}

// Adds the marks that are possible, or those that are not.
static void add_marks_if (work *w, const ft_facts *f, bool possible,
                          const ft_null_pointers *nulls) {
  ft_id end = w->trace->size + w->trace->altpath_events;
  for (ft_id e = w->trace->size; e < end; e++) {
    const ft_event *mark = w->trace->events + e;
    if (!ft_event_fails (mark) || is_possible (f, e) != possible)
      continue;
    bool worth = possible || !ft_failure_is_listed_certified (
                                 ft_failure_of_event (mark, FT_NO_ID), FT_NO_ID);
    if (worth && (!is_guessed (mark->value) ||
                  ft_null_pointers_allow (nulls, e)))
      add (w, (ft_failure_instance){e, FT_NO_ID}, 1);
  }
}

static void add_marks (work *w, const ft_facts *f) {
  ft_null_pointers *nulls = ft_null_pointers_new (w->trace);
  add_marks_if (w, f, true, nulls);
  add_marks_if (w, f, false, nulls);
  ft_null_pointers_free (nulls);
}

// ---- freed blocks ----------------------------------------------------------

// Accesses to one variable that are looked at, the last ones.  The others may
// be instances of any candidate, which so is not refuted.
enum { MOST_ACCESSES = 4096 };

static bool holds (const ft_index *x, ft_id event, ft_id lock) {
  for (ft_id h = x->held[event]; h; h = x->cells.begin[h].outer)
    if (x->trace->events[x->cells.begin[h].acquire].target == lock)
      return true;
  return false;
}

// Whether both threads hold a lock: the two do not race then.
static bool hold_common_lock (const ft_index *x, ft_id a, ft_id b) {
  for (ft_id h = x->held[a]; h; h = x->cells.begin[h].outer)
    if (holds (x, b, x->trace->events[x->cells.begin[h].acquire].target))
      return true;
  return false;
}

// Whether the FREE of the variable conflicts with an event of its list of accesses.
// (ft_trace_conflict would look for the variable among all that are freed.)
static bool conflicts_with_free (const ft_index *x, ft_id e, ft_id freed) {
  const ft_event *access = x->trace->events + e, *f = x->trace->events + freed;
  return access->kind != FT_FREE && access->thread != f->thread && !ft_event_is_void (f);
}

static void add_accesses (work *w, const ft_index *x, ft_id freed,
                          ft_id variable) {
  const struct ft_index_list *l = &x->accesses;
  ft_id begin = l->begin[variable], end = l->begin[variable + 1];
  ft_id cut = end - begin > MOST_ACCESSES ? end - begin - MOST_ACCESSES : 0;
  begin += cut;
  w->to->truncated |= cut > 0;
  for (ft_id i = begin; i < end; i++) {
    ft_id e = l->events[i];
    if (e < freed && conflicts_with_free (x, e, freed) &&
        !ft_index_starts_before (x, e, freed) && hold_common_lock (x, e, freed))
      add (w, (ft_failure_instance){e, freed}, 1 + (uint64_t)cut);
  }
}

static void add_freed (work *w, const ft_index *x) {
  const ft_tables *tables = &x->trace->tables;
  for (size_t k = 0; k < x->sync.size; k++) {
    ft_id e = x->sync.begin[k];
    const ft_detail *d = ft_tables_detail (tables, x->trace->events + e);
    if (x->trace->events[e].kind != FT_FREE || !d)
      continue;
    for (uint32_t i = 0; i < d->freed_count; i++)
      add_accesses (w, x, e, tables->freed.begin[d->freed + i]);
  }
}

// ---- waits -------------------------------------------------------------------

// The number of instances of a wait that are asked about: the last ones, since the
// fewest events that may end the wait come behind these; and as many more on
// alternative paths.
enum { WAITS_KEPT = 3 };

// Waits for locks alone are deadlocks, which have lists of their own
// (lock_cycles.h), but for those of which a thread waits for another one's end.
static bool may_hang (const ft_index *x, ft_id event) {
  const ft_event *e = x->trace->events + event;
  bool waits = e->kind == FT_WAKE || e->kind == FT_SEM_WAIT ||
               e->kind == FT_BARRIER_LEAVE ||
               (e->kind == FT_JOIN && x->held[event]);
  return waits && !ft_event_is_void (e) && !(e->flags & FT_TRIED);
}

static void add_wait (work *w, ft_id event, uint32_t most) {
  ft_failure_instance i = {event, FT_NO_ID};
  ft_failure_candidate *c = candidate_for (
      w, ft_failure_of_event (w->trace->events + event, FT_NO_ID), &i);
  if (c && c->count < most)
    add (w, i, 1);
  else if (c)
    c->instances++;
}

// The last waits of the run, and the last on paths that threads may come to.
static void add_waits (work *w, const ft_facts *f) {
  const ft_index *x = f->index;
  for (size_t k = x->sync.size; k--;)
    if (may_hang (x, x->sync.begin[k]))
      add_wait (w, x->sync.begin[k], WAITS_KEPT);
  for (ft_id i = w->trace->altpath_events; i--;) {
    ft_id e = w->trace->size + i;
    if (may_hang (x, e) && is_possible (f, e))
      add_wait (w, e, 2 * WAITS_KEPT);
  }
}

ft_failure_candidates *ft_failure_candidates_new (const ft_facts *facts,
                                                  size_t limit) {
  ft_failure_candidates *to = FT_NEW (ft_failure_candidates);
  work w = {.trace = facts->trace, .to = to, .limit = limit};
  add_marks (&w, facts);
  add_freed (&w, facts->index);
  add_waits (&w, facts);
  ft_map_release (&w.by_place);
  return to;
}

void ft_failure_candidates_free (ft_failure_candidates *c) {
  if (!c)
    return;
  FT_RELEASE (c->list);
  free (c);
}
