// Two accesses race for the lockset filter if they conflict and no lock
// excludes them; then the later one violates the discipline.  For a lock that
// is in both locksets is held exclusively at an access that writes, so it
// excludes them.  And no dummy lock is in both: Λt belongs to one thread, Λ is
// missing at the access that writes, and the dummy lock of atomics at the
// access that is none.
//
// Cost: per variable, the square of its terminals and sets.

#include "grammar/slp_lockset_pairs.h"

#include "order/race_check.h"
#include "order/variable_access.h"

typedef struct ft_slp_locked_access locked_access;

// One variable that an entry of 'held' accesses.
struct locked_variable {
  ft_variable_access accessed;
  uint32_t entry; // index in 'held'
};

typedef struct pair_search {
  const ft_slp *slp;
  const ft_tables *tables;
  ft_lock_sets *sets;
  const locked_access *held;
  ft_location_ids *location_ids;
  ft_location_pairs *pairs;
  FT_STACK (struct locked_variable) list; // by variable, then entry
} pair_search;

static const ft_event *event_of (const pair_search *g, size_t entry) {
  return g->slp->terminals.begin + g->held[entry].terminal;
}

static int by_variable (const void *a, const void *b) {
  const struct locked_variable *s = a, *t = b;
  if (s->accessed.variable != t->accessed.variable)
    return s->accessed.variable < t->accessed.variable ? -1 : 1;
  return (s->entry > t->entry) - (s->entry < t->entry);
}

static void collect (pair_search *g, size_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const ft_event *e = event_of (g, i);
    for (uint32_t k = 0; k < ft_variable_access_count (g->tables, e); k++)
      FT_PUSH (g->list, ((struct locked_variable){
                            ft_variable_access_at (g->tables, e, k), i}));
  }
  if (g->list.size)
    qsort (g->list.begin, g->list.size, sizeof *g->list.begin, by_variable);
}

// ---- pairs -----------------------------------------------------------------

static ft_access access_of (const pair_search *g,
                            const struct locked_variable *at) {
  ft_race_check none = {0};
  return ft_access_of (&none, &at->accessed, event_of (g, at->entry)->thread);
}

static ft_race_event race_event_of (const pair_search *g,
                                    const struct locked_variable *at,
                                    uint64_t position) {
  const ft_event *e = event_of (g, at->entry);
  return (ft_race_event){position, e->thread, e->location, e->kind};
}

// Adds the pair if an access of 'b' comes after one of 'a'.
static void add_pair (pair_search *g, const struct locked_variable *a,
                      const struct locked_variable *b) {
  const locked_access *s = g->held + a->entry, *t = g->held + b->entry;
  if (t->last < s->first)
    return;
  uint64_t second = t->first > s->first ? t->first : t->last;
  uint64_t first = s->last < second ? s->last : s->first;
  ft_location_pair *pair = ft_location_pairs_at (
      g->pairs,
      ft_location_id_of (g->location_ids, event_of (g, a->entry),
                         a->accessed.variable),
      ft_location_id_of (g->location_ids, event_of (g, b->entry),
                         b->accessed.variable));
  ft_race_instance m = {race_event_of (g, a, first),
                        race_event_of (g, b, second), a->accessed.variable};
  pair->instances++;
  pair->exact = false;
  ft_location_pair_keep (pair, g->pairs->limit, &m);
}

static void find_pairs (pair_search *g, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++)
    for (size_t k = begin; k < i; k++) {
      const struct locked_variable *a = g->list.begin + i,
                                   *b = g->list.begin + k;
      ft_access s = access_of (g, a), t = access_of (g, b);
      if (s.thread == t.thread || !ft_access_conflicts (&s, &t) ||
          ft_lock_set_exclusive (g->sets, g->held[a->entry].held,
                                 g->held[b->entry].held))
        continue;
      add_pair (g, a, b);
      add_pair (g, b, a);
    }
}

// False if there are more than 'most' pairs of accesses of one variable.
static bool visit_variables (pair_search *g, uint64_t most) {
  uint64_t pairs = 0;
  for (size_t i = 0, k = 0; i < g->list.size; i = k) {
    ft_id variable = g->list.begin[i].accessed.variable;
    while (k < g->list.size && g->list.begin[k].accessed.variable == variable)
      k++;
    pairs += (uint64_t)(k - i) * (k - i);
    if (pairs > most)
      return false;
    find_pairs (g, i, k);
  }
  return true;
}

bool ft_slp_lockset_violations (const ft_slp *slp, const ft_tables *tables,
                                ft_lock_sets *sets,
                                const ft_slp_locked_access *held, size_t count,
                                ft_location_ids *location_ids, uint64_t most,
                                ft_location_pairs *pairs) {
  pair_search g = {.slp = slp,
                   .tables = tables,
                   .sets = sets,
                   .held = held,
                   .location_ids = location_ids,
                   .pairs = pairs};
  collect (&g, count);
  bool fine = visit_variables (&g, most);
  FT_RELEASE (g.list);
  return fine;
}
