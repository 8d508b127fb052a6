// A variable's lockset changes only where a terminal accesses it under a set of
// locks for the first time.  So stepping 'order/lockset.h' over these first
// accesses tells from where on each is a violation; a second step over an
// access changes nothing and tells whether it is one by then.
//
// Cost: per variable, the square of its terminals and sets.

#include "grammar/slp_guard.h"

#include "order/judge.h"
#include "order/lockset.h"

typedef struct ft_slp_held held_at;

// One variable that an entry of the list touches.
struct guarded {
  ft_touch touch;
  uint32_t entry; // of 'held'
  uint64_t first; // of the entry
};

typedef struct guarding {
  const ft_slp *slp;
  const ft_tables *tables;
  ft_lock_sets *sets;
  const held_at *held;
  ft_places *places;
  ft_location_pairs *pairs;
  FT_STACK (struct guarded) list; // by variable, then first access
  FT_STACK (uint64_t) since; // by entry: from where on it is a violation
  ft_lockset lockset;
} guarding;

static const ft_event *event_of (const guarding *g, size_t entry) {
  return g->slp->terminals.begin + g->held[entry].terminal;
}

static int by_variable (const void *a, const void *b) {
  const struct guarded *s = a, *t = b;
  if (s->touch.variable != t->touch.variable)
    return s->touch.variable < t->touch.variable ? -1 : 1;
  return (s->first > t->first) - (s->first < t->first);
}

static void collect (guarding *g, size_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const ft_event *e = event_of (g, i);
    for (uint32_t k = 0; k < ft_touch_count (g->tables, e); k++)
      FT_PUSH (g->list, ((struct guarded){ft_touch_at (g->tables, e, k), i,
                                          g->held[i].first}));
    FT_PUSH (g->since, FT_NO_POS);
  }
  if (g->list.size)
    qsort (g->list.begin, g->list.size, sizeof *g->list.begin, by_variable);
}

// ---- violations ------------------------------------------------------------

// Takes the locks of an entry, or gives them back.
static void step_locks (guarding *g, uint32_t entry, bool take) {
  uint32_t n;
  const uint32_t *elements =
      ft_lock_set_elements (g->sets, g->held[entry].held, &n);
  for (uint32_t i = 0; i < n; i++) {
    ft_event e = FT_EVENT_NONE;
    bool shared = elements[i] & 1;
    e.thread = event_of (g, entry)->thread;
    e.target = elements[i] / 2;
    e.kind = take ? (shared ? FT_ACQUIRE_SHARED : FT_ACQUIRE)
                  : (shared ? FT_RELEASE_SHARED : FT_RELEASE);
    ft_lockset_step (&g->lockset, g->tables, &e);
  }
}

static enum ft_kind kind_of (const ft_touch *touch) {
  if (touch->atomic)
    return touch->write ? FT_ATOMIC_WRITE : FT_ATOMIC_READ;
  return touch->write ? FT_WRITE : FT_READ;
}

static bool violates (guarding *g, const struct guarded *at) {
  ft_event e = FT_EVENT_NONE;
  e.thread = event_of (g, at->entry)->thread;
  e.target = at->touch.variable;
  e.mask = at->touch.mask;
  e.kind = (uint8_t)kind_of (&at->touch);
  step_locks (g, at->entry, true);
  bool violated = ft_lockset_step (&g->lockset, g->tables, &e);
  step_locks (g, at->entry, false);
  return violated;
}

// The accesses [begin, end) of the list are those of one variable.
static void find_violations (guarding *g, size_t begin, size_t end) {
  bool *known = FT_ARRAY (bool, end - begin);
  for (size_t i = begin; i < end; i++) {
    if (!violates (g, g->list.begin + i))
      continue;
    for (size_t k = begin; k <= i; k++) {
      uint64_t *since = g->since.begin + g->list.begin[k].entry;
      if (known[k - begin] || !violates (g, g->list.begin + k))
        continue;
      known[k - begin] = true;
      if (g->list.begin[i].first < *since)
        *since = g->list.begin[i].first;
    }
  }
  free (known);
}

// ---- pairs -----------------------------------------------------------------

static ft_access access_of (const guarding *g, const struct guarded *at) {
  ft_judge none = {0};
  return ft_access_of (&none, &at->touch, event_of (g, at->entry)->thread);
}

static ft_end end_of (const guarding *g, const struct guarded *at,
                      uint64_t position) {
  const ft_event *e = event_of (g, at->entry);
  return (ft_end){position, e->thread, e->location, e->kind};
}

// If an access of 'b' that is a violation comes after one of 'a'.
static void add_pair (guarding *g, const struct guarded *a,
                      const struct guarded *b) {
  const held_at *s = g->held + a->entry, *t = g->held + b->entry;
  uint64_t since = g->since.begin[b->entry];
  uint64_t from = since > s->first ? since : s->first + 1;
  if (since == FT_NO_POS || t->last < from)
    return;
  uint64_t second = t->first >= from ? t->first : t->last;
  uint64_t first = s->last < second ? s->last : s->first;
  ft_location_pair *pair = ft_location_pairs_at (
      g->pairs, ft_place_of (g->places, event_of (g, a->entry), a->touch.variable),
      ft_place_of (g->places, event_of (g, b->entry), b->touch.variable));
  ft_meeting m = {end_of (g, a, first), end_of (g, b, second),
                  a->touch.variable};
  pair->instances++;
  pair->exact = false;
  ft_location_pair_keep (pair, g->pairs->limit, &m);
}

static void find_pairs (guarding *g, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++)
    for (size_t k = begin; k < i; k++) {
      const struct guarded *a = g->list.begin + i, *b = g->list.begin + k;
      ft_access s = access_of (g, a), t = access_of (g, b);
      if (s.thread == t.thread || !ft_access_conflicts (&s, &t) ||
          ft_lock_set_exclusive (g->sets, g->held[a->entry].held,
                                 g->held[b->entry].held))
        continue;
      add_pair (g, a, b);
      add_pair (g, b, a);
    }
}

// A FREE is a violation if it is one for any variable that it touches, so all
// are looked at before any pair is told.
void ft_slp_guard_pairs (const ft_slp *slp, const ft_tables *tables,
                         ft_lock_sets *sets, const ft_slp_held *held,
                         size_t count, ft_places *places,
                         ft_location_pairs *pairs) {
  guarding g = {.slp = slp,
                .tables = tables,
                .sets = sets,
                .held = held,
                .places = places,
                .pairs = pairs};
  void (*const passes[]) (guarding *, size_t, size_t) = {find_violations,
                                                         find_pairs};
  ft_lockset_init (&g.lockset);
  collect (&g, count);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0, k = 0; i < g.list.size; i = k) {
      ft_id variable = g.list.begin[i].touch.variable;
      while (k < g.list.size && g.list.begin[k].touch.variable == variable)
        k++;
      passes[pass](&g, i, k);
    }
  ft_lockset_release (&g.lockset);
  FT_RELEASE (g.list);
  FT_RELEASE (g.since);
}
