// The first pass of a filter names the later event of each race ('shadow.c').
// This one reads the trace again and keeps accesses only of the variables that
// racy events touch, until the last of these is past.
//
// Accesses to a variable that the filter cannot tell apart but for their time
// are a group: same thread, place, kind, bytes and locks.  In a group, those
// that are ordered before a later event come before those that are not.  So if
// a racy event has a partner in a group, the last access of the group is one,
// and the 'n' closest partners are among its last 'n' accesses: those are
// kept, and every racy event gets its closest partners exactly.  Older
// accesses are only counted, in runs of like times.  When a group has too many
// runs, neighbours are joined that are small beside all that comes after them,
// so that runs grow with age (as in Datar, Gionis, Indyk and Motwani 2002).
// Where the order's border falls into a joined run, only one of its accesses is
// counted, and the number is no longer exact.
//
// Memory: per variable at hand and group, 2n accesses and the runs; per pair
// of locations, n instances; one bit per event.
// Cost: the order's, a look-up per access to a racy variable, and the groups of
// the variable per racy event, up to a limit.
// Slow twin: 'history.h', compared in tests/unit/test_partner.c.

#include "order/partner.h"

#include <string.h>

#include "order/race_check.h"

// More groups than this are found by hash.
enum { FEW = 16 };

// What most racy events look at, close together.
struct group {
  uint64_t size;
  ft_pos last;    // position of the last access
  ft_time newest; // its time
  ft_time oldest; // of the first access
  ft_tid thread;
  ft_id held, place, location;
  uint8_t kind, mask;
};

// The rest of a group.
struct past {
  FT_STACK (struct recent {
    ft_pos position;
    ft_time time;
  })
  recent; // ascending
  FT_STACK (struct run {
    uint64_t end;  // accesses of the group up to its last one
    ft_time first; // time of its first access
    ft_time last;
  })
  runs; // of what came before, ascending
};

struct variable {
  FT_STACK (struct group) groups;
  FT_STACK (struct past) pasts; // parallel
  ft_map by_hash;
};

struct ft_partners {
  const ft_tables *tables; // borrowed
  ft_racy_events *racy;    // borrowed
  ft_locks_held holders;
  ft_race_check judge;
  bool skips; // the order is not changed by plain accesses
  ft_partner_limits limits;
  FT_STACK (struct variable) variables; // by slot
  ft_location_ids *places;              // borrowed
  ft_location_pairs pairs;
  ft_pos position; // of the next event
  uint64_t met, alone;
  bool cut;
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
  uint32_t touches = ft_variable_access_count (tables, e);
  for (uint32_t i = 0; i < touches; i++) {
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

// The slot of a variable that a racy event is still to touch, or FT_NO_ID.
static ft_id slot_of (const ft_racy_events *racy, ft_id variable) {
  ft_id slot =
      variable < racy->slots.size ? racy->slots.begin[variable] : FT_NO_ID;
  return slot != FT_NO_ID && racy->left.begin[slot] ? slot : FT_NO_ID;
}

// ---- beginning and end ---------------------------------------------------

ft_partners *ft_partners_new (enum ft_filter_kind kind, const ft_tables *tables,
                              ft_racy_events *racy, ft_location_ids *places,
                              ft_partner_limits limits) {
  ft_partners *p = FT_NEW (ft_partners);
  p->tables = tables;
  p->racy = racy;
  p->places = places;
  p->limits = limits;
  p->pairs.limit = limits.instances;
  ft_locks_held_init (&p->holders);
  p->judge.order = ft_filter_order (kind, tables);
  if (ft_filter_uses_locks (kind))
    p->judge.holders = &p->holders;
  p->skips = kind == FT_FILTER_HB || ft_filter_uses_locks (kind);
  return p;
}

static void release_variable (struct variable *v) {
  for (size_t i = 0; i < v->groups.size; i++) {
    FT_RELEASE (v->pasts.begin[i].recent);
    FT_RELEASE (v->pasts.begin[i].runs);
  }
  FT_RELEASE (v->groups);
  FT_RELEASE (v->pasts);
  ft_map_release (&v->by_hash);
}

void ft_partners_free (ft_partners *p) {
  if (!p)
    return;
  for (size_t i = 0; i < p->variables.size; i++)
    release_variable (p->variables.begin + i);
  FT_RELEASE (p->variables);
  ft_location_pairs_release (&p->pairs);
  ft_order_free (p->judge.order);
  ft_locks_held_release (&p->holders);
  free (p);
}

// ---- groups --------------------------------------------------------------

static bool same_group (const struct group *a, const struct group *b) {
  return a->thread == b->thread && a->place == b->place && a->held == b->held &&
         a->kind == b->kind && a->mask == b->mask;
}

static uint64_t hash_of (const struct group *g) {
  uint64_t hash = g->thread;
  hash = hash * 0x9E3779B97F4A7C15ull + g->place;
  hash = hash * 0x9E3779B97F4A7C15ull + g->held;
  return hash * 0x9E3779B97F4A7C15ull + g->kind * 256u + g->mask;
}

// Where the group stands, or is to be noted, among those found by hash.
static ft_id *noted_at (struct variable *v, const struct group *key) {
  uint64_t hash = hash_of (key);
  ft_id *at = ft_map_at (&v->by_hash, hash);
  while (*at != FT_NO_ID && !same_group (v->groups.begin + *at, key))
    at = ft_map_at (&v->by_hash, ++hash);
  return at;
}

static ft_id find_group (struct variable *v, const struct group *key) {
  if (v->groups.size > FEW)
    return *noted_at (v, key);
  for (ft_id i = 0; i < v->groups.size; i++)
    if (same_group (v->groups.begin + i, key))
      return i;
  return FT_NO_ID;
}

static ft_id add_group (struct variable *v, const struct group *key) {
  ft_id index = (ft_id)v->groups.size;
  FT_PUSH (v->groups, *key);
  FT_PUSH (v->pasts, ((struct past){{0}, {0}}));
  for (ft_id i = index == FEW ? 0 : index; index >= FEW && i <= index; i++)
    *noted_at (v, v->groups.begin + i) = i;
  return index;
}

// ---- what a group remembers ----------------------------------------------

static uint64_t end_of_runs (const struct past *past) {
  return past->runs.size ? FT_TOP (past->runs).end : 0;
}

// Joins neighbours that together have at most 'share' of what comes after
// them, from the newest on.
static void join_small_runs (struct past *past, double share) {
  struct run *runs = past->runs.begin;
  size_t to = past->runs.size - 1; // the run that is being made
  uint64_t all = end_of_runs (past) + past->recent.size;
  for (size_t from = to; from--;) {
    uint64_t begin = from ? runs[from - 1].end : 0, end = runs[to].end;
    if ((double)(end - begin) <= share * (double)(all - end))
      runs[to].first = runs[from].first;
    else
      runs[--to] = runs[from];
  }
  past->runs.size -= to;
  memmove (runs, runs + to, past->runs.size * sizeof *runs);
}

static void count_old (struct past *past, ft_time time, uint32_t most) {
  uint64_t end = end_of_runs (past) + 1;
  if (past->runs.size && FT_TOP (past->runs).last == time) {
    FT_TOP (past->runs).end = end;
    return;
  }
  FT_PUSH (past->runs, ((struct run){end, time, time}));
  for (double share = 1.0 / 32; past->runs.size > most; share *= 2)
    join_small_runs (past, share);
}

static void remember (struct variable *v, ft_id index, ft_partner_limits limits,
                      ft_pos position, ft_time time) {
  struct group *g = v->groups.begin + index;
  struct past *past = v->pasts.begin + index;
  if (past->recent.size == 2 * (size_t)limits.instances) {
    past->recent.size = limits.instances;
    for (uint32_t i = 0; i < limits.instances; i++) {
      count_old (past, past->recent.begin[i].time, limits.runs);
      past->recent.begin[i] = past->recent.begin[i + limits.instances];
    }
  }
  FT_PUSH (past->recent, ((struct recent){position, time}));
  if (!g->size++)
    g->oldest = time;
  g->newest = time;
  g->last = position;
}

// ---- partners ------------------------------------------------------------

// The access at hand, and what its thread knows of the thread asked about
// last.
struct now {
  ft_pos position;
  const ft_event *event;
  ft_id variable, place;
  ft_access access;
  ft_tid other;
  ft_time known;
};

static void ask_about (const ft_partners *p, struct now *now, ft_tid other) {
  now->other = other;
  if (p->judge.order)
    now->known = ft_order_known (p->judge.order, other, now->access.thread);
}

// Whether an access at that time of the thread asked about is a partner as far
// as the order is concerned.
static bool is_open (const ft_partners *p, const struct now *now,
                     ft_time time) {
  return !p->judge.order || time > now->known;
}

static bool may_race (const ft_partners *p, const struct group *g,
                      const struct now *now) {
  enum ft_kind kind = (enum ft_kind)g->kind;
  ft_access last = {g->thread,
                    g->newest,
                    g->held,
                    g->mask,
                    ft_kind_writes (kind) || kind == FT_FREE,
                    ft_kind_is_atomic (kind),
                    kind == FT_FREE};
  return ft_access_conflicts (&last, &now->access) &&
         !ft_race_check_excluded (&p->judge, &last, &now->access);
}

// The first run that is not ordered as a whole.
static size_t first_open (const ft_partners *p, const struct past *past,
                          const struct now *now) {
  size_t low = 0, high = past->runs.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (is_open (p, now, past->runs.begin[middle].last))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

// How many accesses of a group are partners, if some are and some are not.
static uint64_t count_some (const ft_partners *p, const struct past *past,
                            const struct now *now, bool *exact) {
  size_t n = 1;
  while (n < past->recent.size &&
         is_open (p, now, past->recent.begin[past->recent.size - 1 - n].time))
    n++;
  size_t i = first_open (p, past, now);
  if (n < past->recent.size || i == past->runs.size)
    return n;
  const struct run *run = past->runs.begin + i;
  uint64_t before = i ? run[-1].end : 0;
  *exact = is_open (p, now, run->first);
  return n + end_of_runs (past) - (*exact ? before : run->end - 1);
}

static void keep (ft_partners *p, ft_location_pair *pair, const struct group *g,
                  const struct past *past, const struct now *now,
                  uint64_t count) {
  const ft_event *e = now->event;
  for (size_t i = 0; i < count && i < past->recent.size; i++) {
    ft_pos position = past->recent.begin[past->recent.size - 1 - i].position;
    ft_race_instance m = {{position, g->thread, g->location, g->kind},
                          {now->position, e->thread, e->location, e->kind},
                          now->variable};
    if (!ft_location_pair_keep (pair, p->limits.instances, &m))
      return;
  }
}

// Whether the group has partners of the access, which are noted.
static bool meet_group (ft_partners *p, const struct variable *v, ft_id index,
                        struct now *now) {
  const struct group *g = v->groups.begin + index;
  if (g->thread == now->access.thread || !may_race (p, g, now))
    return false;
  if (g->thread != now->other)
    ask_about (p, now, g->thread);
  if (!is_open (p, now, g->newest))
    return false;
  const struct past *past = v->pasts.begin + index;
  ft_location_pair *pair =
      ft_location_pairs_at (&p->pairs, g->place, now->place);
  bool exact = true;
  uint64_t count =
      is_open (p, now, g->oldest) ? g->size : count_some (p, past, now, &exact);
  pair->instances += count;
  pair->exact &= exact;
  if (now->position - g->last <= pair->farthest)
    keep (p, pair, g, past, now, count);
  return true;
}

// From the group that was made last.
static bool meet_variable (ft_partners *p, const struct variable *v,
                           struct now *now) {
  bool found = false;
  uint32_t looked = 0;
  for (ft_id i = (ft_id)v->groups.size; i--;) {
    if (looked++ >= p->limits.groups && found) {
      p->cut = true;
      break;
    }
    found |= meet_group (p, v, i, now);
  }
  return found;
}

// ---- steps ---------------------------------------------------------------

static struct variable *variable_at (ft_partners *p, ft_id slot) {
  FT_GROW (p->variables, (size_t)slot + 1, ((struct variable){{0}, {0}, {0}}));
  return p->variables.begin + slot;
}

static bool touch_variable (ft_partners *p, const ft_event *e,
                            const ft_variable_access *touch, ft_id slot,
                            bool racy) {
  struct variable *v = variable_at (p, slot);
  struct now now = {.position = p->position,
                    .event = e,
                    .variable = touch->variable,
                    .place = ft_location_id_of (p->places, e, touch->variable),
                    .access = ft_access_of (&p->judge, touch, e->thread),
                    .other = FT_NO_ID};
  bool found = racy && meet_variable (p, v, &now);
  if (racy && !--p->racy->left.begin[slot]) {
    release_variable (v);
    return found;
  }
  struct group key = {.thread = e->thread,
                      .held = now.access.held,
                      .place = now.place,
                      .location = e->location,
                      .kind = e->kind,
                      .mask = touch->mask};
  ft_id index = find_group (v, &key);
  if (index == FT_NO_ID)
    index = add_group (v, &key);
  remember (v, index, p->limits, p->position, now.access.time);
  return found;
}

static void touch_all (ft_partners *p, const ft_event *e) {
  bool racy = ft_bits_has (&p->racy->positions, p->position), found = false;
  uint32_t touches = ft_variable_access_count (p->tables, e);
  for (uint32_t i = 0; i < touches; i++) {
    ft_variable_access touch = ft_variable_access_at (p->tables, e, i);
    ft_id slot = slot_of (p->racy, touch.variable);
    if (slot != FT_NO_ID)
      found |= touch_variable (p, e, &touch, slot, racy);
  }
  p->met += racy;
  p->alone += racy && !found;
}

static bool is_skipped (const ft_partners *p, const ft_event *e) {
  return ft_event_is_void (e) ||
         (p->skips && (e->kind == FT_READ || e->kind == FT_WRITE) &&
          slot_of (p->racy, e->target) == FT_NO_ID);
}

void ft_partners_step (ft_partners *p, const ft_event *e) {
  if (!is_skipped (p, e)) {
    if (p->judge.order)
      ft_order_step (p->judge.order, e);
    if (p->judge.holders)
      ft_locks_held_step (p->judge.holders, e);
    touch_all (p, e);
  }
  p->position++;
}

ft_location_pairs *ft_partners_pairs (ft_partners *p) {
  return &p->pairs;
}

uint64_t ft_partners_racy_events (const ft_partners *p) {
  return p->met;
}

uint64_t ft_partners_unpaired (const ft_partners *p) {
  return p->alone;
}

bool ft_partners_truncated (const ft_partners *p) {
  return p->cut;
}
