// The first pass of a filter names the later event of each race ('shadow.c').
// This pass reads the trace again and keeps only the accesses of variables that
// racy events access, until the last of these events is past.
//
// A series is all accesses to a variable that look alike to the filter but
// for their times: same thread, location id, kind, bytes and locks held.  In a
// series, the accesses that are ordered before a later event come before those
// that are not.  So if a racy event has a partner in a series, the last access
// of the series is one, and the 'n' closest partners are among its last 'n'
// accesses: these are kept, and every racy event gets its closest partners
// exactly.  Older accesses are only counted, in runs of like times.  When a
// series has too many runs, neighbours are joined that are small beside all
// that comes after them, so that runs grow with age (as in Datar, Gionis, Indyk
// and Motwani 2002). Where the order's border falls into a joined run, only one
// of its accesses is counted, and the number is no longer exact.
//
// Memory: per variable with racy events to come and series, 2n accesses and the
// runs; per pair of locations, n instances; one bit per event. Cost: the
// order's, a look-up per access to a racy variable, and the series of the
// variable per racy event, up to a limit. Slow twin: 'history.h', compared in
// tests/unit/test_partner.c.

#include "order/partner.h"

#include <assert.h>
#include <string.h>

#include "order/race_check.h"

// A variable with more series than this finds them by hash.
enum { FEW = 16 };

// The fields of a series that most racy events look at, close together.
struct series {
  uint64_t size;
  ft_pos last;    // position of the last access
  ft_time newest; // its time
  ft_time oldest; // of the first access
  ft_tid thread;
  ft_id held, location_id, location;
  uint8_t kind, mask;
};

// The other fields of a series.
struct series_accesses {
  FT_STACK (struct recent {
    ft_pos position;
    ft_time time;
  })
  recent; // ascending
  FT_STACK (struct run {
    uint64_t end;  // number of accesses of the series up to the run's last one
    ft_time first; // time of its first access
    ft_time last;
  })
  runs; // of the accesses before 'recent', ascending
};

struct variable {
  FT_STACK (struct series) series;
  FT_STACK (struct series_accesses) accesses; // parallel to 'series'
  ft_map by_hash;
};

struct ft_partners {
  const ft_tables *tables; // borrowed
  ft_racy_events *racy;    // borrowed
  ft_locks_held locks;
  ft_race_check check;
  bool skips_plain;  // plain reads do not change the order,
  bool skips_writes; // and plain writes do not either
  ft_partner_limits limits;
  FT_STACK (struct variable) variables; // by slot
  ft_location_ids *location_ids;        // borrowed
  ft_location_pairs pairs;
  ft_pos position; // of the next event
  uint64_t racy_count, unpaired;
  bool truncated;
};

// ---- racy events ---------------------------------------------------------

void ft_racy_events_release (ft_racy_events *racy) {
  FT_RELEASE (racy->positions);
  FT_RELEASE (racy->slots);
  FT_RELEASE (racy->left);
  *racy = (ft_racy_events){0};
}

void ft_racy_events_add (ft_racy_events *racy, const ft_tables *tables,
                         const ft_event *e, ft_pos position) {
  ft_bits_add (&racy->positions, position);
  racy->count++;
  uint32_t count = ft_variable_access_count (tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_id variable = ft_variable_access_at (tables, e, i).variable;
    FT_GROW (racy->slots, (size_t)variable + 1, FT_NO_ID);
    ft_id *slot = racy->slots.begin + variable;
    if (*slot == FT_NO_ID) {
      *slot = (ft_id)racy->left.size;
      FT_PUSH (racy->left, 0);
    }
    racy->left.begin[*slot]++;
  }
}

// The slot of a variable that has a racy event to come, or FT_NO_ID.
static ft_id slot_of (const ft_racy_events *racy, ft_id variable) {
  ft_id slot =
      variable < racy->slots.size ? racy->slots.begin[variable] : FT_NO_ID;
  return slot != FT_NO_ID && racy->left.begin[slot] ? slot : FT_NO_ID;
}

// ---- beginning and end ---------------------------------------------------

ft_partners *ft_partners_new (enum ft_filter_kind kind, const ft_tables *tables,
                              ft_racy_events *racy,
                              ft_location_ids *location_ids,
                              ft_partner_limits limits) {
  assert (limits.instances && limits.runs);
  ft_partners *p = FT_NEW (ft_partners);
  p->tables = tables;
  p->racy = racy;
  p->location_ids = location_ids;
  p->limits = limits;
  p->pairs.limit = limits.instances;
  ft_locks_held_init (&p->locks);
  p->check.order = ft_filter_order (kind, tables);
  if (ft_filter_uses_locks (kind))
    p->check.locks = &p->locks;
  p->skips_writes = kind == FT_FILTER_HB || ft_filter_uses_locks (kind);
  p->skips_plain = p->skips_writes || kind == FT_FILTER_C11;
  return p;
}

static void release_variable (struct variable *v) {
  for (size_t i = 0; i < v->series.size; i++) {
    FT_RELEASE (v->accesses.begin[i].recent);
    FT_RELEASE (v->accesses.begin[i].runs);
  }
  FT_RELEASE (v->series);
  FT_RELEASE (v->accesses);
  ft_map_release (&v->by_hash);
}

void ft_partners_free (ft_partners *p) {
  if (!p)
    return;
  for (size_t i = 0; i < p->variables.size; i++)
    release_variable (p->variables.begin + i);
  FT_RELEASE (p->variables);
  ft_location_pairs_release (&p->pairs);
  ft_order_free (p->check.order);
  ft_locks_held_release (&p->locks);
  free (p);
}

// ---- groups --------------------------------------------------------------

static bool is_same_series (const struct series *a, const struct series *b) {
  return a->thread == b->thread && a->location_id == b->location_id &&
         a->held == b->held && a->kind == b->kind && a->mask == b->mask;
}

static uint64_t hash_of (const struct series *g) {
  uint64_t hash = g->thread;
  hash = hash * 0x9E3779B97F4A7C15ull + g->location_id;
  hash = hash * 0x9E3779B97F4A7C15ull + g->held;
  return hash * 0x9E3779B97F4A7C15ull + g->kind * 256u + g->mask;
}

// The index of the series in the hash table; FT_NO_ID is to be set if it is
// new.
static ft_id *index_by_hash (struct variable *v, const struct series *key) {
  uint64_t hash = hash_of (key);
  ft_id *at = ft_map_at (&v->by_hash, hash);
  while (*at != FT_NO_ID && !is_same_series (v->series.begin + *at, key))
    at = ft_map_at (&v->by_hash, ++hash);
  return at;
}

static ft_id find_series (struct variable *v, const struct series *key) {
  if (v->series.size > FEW)
    return *index_by_hash (v, key);
  for (ft_id i = 0; i < v->series.size; i++)
    if (is_same_series (v->series.begin + i, key))
      return i;
  return FT_NO_ID;
}

static ft_id add_series (struct variable *v, const struct series *key) {
  ft_id index = (ft_id)v->series.size;
  FT_PUSH (v->series, *key);
  FT_PUSH (v->accesses, ((struct series_accesses){{0}, {0}}));
  for (ft_id i = index == FEW ? 0 : index; index >= FEW && i <= index; i++)
    *index_by_hash (v, v->series.begin + i) = i;
  return index;
}

// ---- what a group remembers ----------------------------------------------

static uint64_t end_of_runs (const struct series_accesses *kept) {
  return kept->runs.size ? FT_TOP (kept->runs).end : 0;
}

// Joins neighbouring runs that together have at most the share 'share' of the
// accesses after them, from the newest run on.
static void join_small_runs (struct series_accesses *kept, double share) {
  struct run *runs = kept->runs.begin;
  size_t to = kept->runs.size - 1; // the run that is being made
  uint64_t all = end_of_runs (kept) + kept->recent.size;
  for (size_t from = to; from--;) {
    uint64_t begin = from ? runs[from - 1].end : 0, end = runs[to].end;
    if ((double)(end - begin) <= share * (double)(all - end))
      runs[to].first = runs[from].first;
    else
      runs[--to] = runs[from];
  }
  kept->runs.size -= to;
  memmove (runs, runs + to, kept->runs.size * sizeof *runs);
}

static void count_old (struct series_accesses *kept, ft_time time,
                       uint32_t most) {
  uint64_t end = end_of_runs (kept) + 1;
  if (kept->runs.size && FT_TOP (kept->runs).last == time) {
    FT_TOP (kept->runs).end = end;
    return;
  }
  FT_PUSH (kept->runs, ((struct run){end, time, time}));
  for (double share = 1.0 / 32; kept->runs.size > most; share *= 2)
    join_small_runs (kept, share);
}

static void remember_access (struct variable *v, ft_id index,
                             ft_partner_limits limits, ft_pos position,
                             ft_time time) {
  struct series *g = v->series.begin + index;
  struct series_accesses *kept = v->accesses.begin + index;
  if (kept->recent.size == 2 * (size_t)limits.instances) {
    kept->recent.size = limits.instances;
    for (uint32_t i = 0; i < limits.instances; i++) {
      count_old (kept, kept->recent.begin[i].time, limits.runs);
      kept->recent.begin[i] = kept->recent.begin[i + limits.instances];
    }
  }
  FT_PUSH (kept->recent, ((struct recent){position, time}));
  if (!g->size++)
    g->oldest = time;
  g->newest = time;
  g->last = position;
}

// ---- partners ------------------------------------------------------------

// The current access, and the time that its thread knows of the thread 'other'.
struct current {
  ft_pos position;
  const ft_event *event;
  ft_id variable, location_id;
  ft_access access;
  ft_tid other;
  ft_time known;
};

static void set_other_thread (const ft_partners *p, struct current *current,
                              ft_tid other) {
  current->other = other;
  if (p->check.order)
    current->known =
        ft_order_known (p->check.order, other, current->access.thread);
}

// Whether the order leaves an access of 'other' at this time unordered with the
// current access.
static bool is_unordered (const ft_partners *p, const struct current *current,
                          ft_time time) {
  return !p->check.order || time > current->known;
}

static bool may_race (const ft_partners *p, const struct series *g,
                      const struct current *current) {
  enum ft_kind kind = (enum ft_kind)g->kind;
  ft_access last = {g->thread,
                    g->newest,
                    g->held,
                    g->mask,
                    ft_kind_writes (kind) || kind == FT_FREE,
                    ft_kind_is_atomic (kind)};
  return ft_access_conflicts (&last, &current->access) &&
         !ft_race_check_excluded (&p->check, &last, &current->access);
}

// The first run that is not ordered as a whole.
static size_t first_unordered_run (const ft_partners *p,
                                   const struct series_accesses *kept,
                                   const struct current *current) {
  size_t low = 0, high = kept->runs.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (is_unordered (p, current, kept->runs.begin[middle].last))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// The number of accesses of a series that are partners, if some are and some
// are not.
static uint64_t count_unordered (const ft_partners *p,
                                 const struct series_accesses *kept,
                                 const struct current *current, bool *exact) {
  size_t n = 1;
  while (n < kept->recent.size &&
         is_unordered (p, current,
                       kept->recent.begin[kept->recent.size - 1 - n].time))
    n++;
  size_t i = first_unordered_run (p, kept, current);
  if (n < kept->recent.size || i == kept->runs.size)
    return n;
  const struct run *run = kept->runs.begin + i;
  uint64_t before = i ? run[-1].end : 0;
  *exact = is_unordered (p, current, run->first);
  return n + end_of_runs (kept) - (*exact ? before : run->end - 1);
}

static void keep_instances (ft_partners *p, ft_location_pair *pair,
                            const struct series *g,
                            const struct series_accesses *kept,
                            const struct current *current, uint64_t count) {
  const ft_event *e = current->event;
  for (size_t i = 0; i < count && i < kept->recent.size; i++) {
    ft_pos position = kept->recent.begin[kept->recent.size - 1 - i].position;
    ft_race_instance m = {{position, g->thread, g->location, g->kind},
                          {current->position, e->thread, e->location, e->kind},
                          current->variable};
    if (!ft_location_pair_keep (pair, p->limits.instances, &m))
      return;
  }
}

// Adds the partners of the current access in a series.  Returns whether there
// are any.
static bool find_in_series (ft_partners *p, const struct variable *v,
                            ft_id index, struct current *current) {
  const struct series *g = v->series.begin + index;
  if (g->thread == current->access.thread || !may_race (p, g, current))
    return false;
  if (g->thread != current->other)
    set_other_thread (p, current, g->thread);
  if (!is_unordered (p, current, g->newest))
    return false;
  const struct series_accesses *kept = v->accesses.begin + index;
  ft_location_pair *pair =
      ft_location_pairs_at (&p->pairs, g->location_id, current->location_id);
  bool exact = true;
  uint64_t count = is_unordered (p, current, g->oldest)
                       ? g->size
                       : count_unordered (p, kept, current, &exact);
  pair->instances += count;
  pair->exact &= exact;
  if (current->position - g->last <= pair->farthest)
    keep_instances (p, pair, g, kept, current, count);
  return true;
}

// Looks at the series of the variable from the newest on.
static bool find_in_variable (ft_partners *p, const struct variable *v,
                              struct current *current) {
  bool found = false;
  uint32_t looked = 0;
  for (ft_id i = (ft_id)v->series.size; i--;) {
    if (looked++ >= p->limits.series && found) {
      p->truncated = true;
      break;
    }
    found |= find_in_series (p, v, i, current);
  }
  return found;
}

// ---- steps ---------------------------------------------------------------

static struct variable *variable_at (ft_partners *p, ft_id slot) {
  FT_GROW (p->variables, (size_t)slot + 1, ((struct variable){{0}, {0}, {0}}));
  return p->variables.begin + slot;
}

static bool step_variable (ft_partners *p, const ft_event *e,
                           const ft_variable_access *accessed, ft_id slot,
                           bool racy) {
  struct variable *v = variable_at (p, slot);
  struct current current = {
      .position = p->position,
      .event = e,
      .variable = accessed->variable,
      .location_id = ft_location_id_of (p->location_ids, e, accessed->variable),
      .access = ft_access_of (&p->check, accessed, e->thread),
      .other = FT_NO_ID};
  bool found = racy && find_in_variable (p, v, &current);
  if (racy && !--p->racy->left.begin[slot]) {
    release_variable (v);
    return found;
  }
  struct series key = {.thread = e->thread,
                       .held = current.access.held,
                       .location_id = current.location_id,
                       .location = e->location,
                       .kind = e->kind,
                       .mask = accessed->mask};
  ft_id index = find_series (v, &key);
  if (index == FT_NO_ID)
    index = add_series (v, &key);
  remember_access (v, index, p->limits, p->position, current.access.time);
  return found;
}

static void step_accesses (ft_partners *p, const ft_event *e) {
  bool racy = ft_bits_has (&p->racy->positions, p->position), found = false;
  uint32_t count = ft_variable_access_count (p->tables, e);
  for (uint32_t i = 0; i < count; i++) {
    ft_variable_access accessed = ft_variable_access_at (p->tables, e, i);
    ft_id slot = slot_of (p->racy, accessed.variable);
    if (slot != FT_NO_ID)
      found |= step_variable (p, e, &accessed, slot, racy);
  }
  p->racy_count += racy;
  p->unpaired += racy && !found;
}

static bool is_skipped (const ft_partners *p, const ft_event *e) {
  return ft_event_is_void (e) ||
         ((e->kind == FT_READ    ? p->skips_plain
           : e->kind == FT_WRITE ? p->skips_writes
                                 : false) &&
          slot_of (p->racy, e->target) == FT_NO_ID);
}

void ft_partners_step (ft_partners *p, const ft_event *e) {
  if (!is_skipped (p, e)) {
    if (p->check.order)
      ft_order_step (p->check.order, e);
    if (p->check.locks)
      ft_locks_held_step (p->check.locks, e);
    step_accesses (p, e);
  }
  p->position++;
}

ft_location_pairs *ft_partners_pairs (ft_partners *p) {
  return &p->pairs;
}

uint64_t ft_partners_racy_events (const ft_partners *p) {
  return p->racy_count;
}

uint64_t ft_partners_unpaired (const ft_partners *p) {
  return p->unpaired;
}

bool ft_partners_truncated (const ft_partners *p) {
  return p->truncated;
}
