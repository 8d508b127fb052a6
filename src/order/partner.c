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

#include "order/judge.h"

// More groups than this are found by hash.
enum { FEW = 16 };

struct group {
  ft_tid thread;
  ft_id held, place, location;
  uint8_t kind, mask;
  ft_id older, newer; // groups of the variable by their last access
  FT_STACK (struct recent {
    ft_pos position;
    ft_time time;
  })
  recent; // ascending
  FT_STACK (struct run {
    uint64_t count;
    ft_time first; // time of its first access
    ft_time last;
  })
  runs; // of what came before, ascending
};

struct variable {
  FT_STACK (struct group) groups;
  ft_map by_hash;
  ft_id newest, oldest; // groups
};

struct ft_partners {
  const ft_tables *tables; // borrowed
  ft_racy_events *racy;    // borrowed
  ft_holders holders;
  ft_judge judge;
  bool skips; // the order is not changed by plain accesses
  ft_partner_limits limits;
  FT_STACK (struct variable) variables; // by slot
  ft_places *places;                    // borrowed
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
  uint32_t touches = ft_touch_count (tables, e);
  for (uint32_t i = 0; i < touches; i++) {
    ft_id variable = ft_touch_at (tables, e, i).variable;
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
                              ft_racy_events *racy, ft_places *places,
                              ft_partner_limits limits) {
  ft_partners *p = FT_NEW (ft_partners);
  p->tables = tables;
  p->racy = racy;
  p->places = places;
  p->limits = limits;
  p->pairs.limit = limits.instances;
  ft_holders_init (&p->holders);
  p->judge.order = ft_filter_order (kind, tables);
  if (ft_filter_uses_locks (kind))
    p->judge.holders = &p->holders;
  p->skips = kind == FT_FILTER_HB || ft_filter_uses_locks (kind);
  return p;
}

static void release_variable (struct variable *v) {
  for (size_t i = 0; i < v->groups.size; i++) {
    FT_RELEASE (v->groups.begin[i].recent);
    FT_RELEASE (v->groups.begin[i].runs);
  }
  FT_RELEASE (v->groups);
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
  ft_holders_release (&p->holders);
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
  for (ft_id i = v->newest; i != FT_NO_ID; i = v->groups.begin[i].older)
    if (same_group (v->groups.begin + i, key))
      return i;
  return FT_NO_ID;
}

static void unlink_group (struct variable *v, ft_id index) {
  const struct group *g = v->groups.begin + index;
  *(g->older == FT_NO_ID ? &v->oldest : &v->groups.begin[g->older].newer) =
      g->newer;
  *(g->newer == FT_NO_ID ? &v->newest : &v->groups.begin[g->newer].older) =
      g->older;
}

static void link_newest (struct variable *v, ft_id index) {
  struct group *g = v->groups.begin + index;
  g->older = v->newest;
  g->newer = FT_NO_ID;
  *(g->older == FT_NO_ID ? &v->oldest : &v->groups.begin[g->older].newer) =
      index;
  v->newest = index;
}

static ft_id add_group (struct variable *v, const struct group *key) {
  ft_id index = (ft_id)v->groups.size;
  FT_PUSH (v->groups, *key);
  for (ft_id i = index == FEW ? 0 : index; index >= FEW && i <= index; i++)
    *noted_at (v, v->groups.begin + i) = i;
  link_newest (v, index);
  return index;
}

// The group of an access, which is then the newest.
static struct group *group_for (struct variable *v, const struct group *key) {
  ft_id index = find_group (v, key);
  if (index == FT_NO_ID)
    index = add_group (v, key);
  else if (index != v->newest) {
    unlink_group (v, index);
    link_newest (v, index);
  }
  return v->groups.begin + index;
}

// ---- what a group remembers ----------------------------------------------

// Joins neighbours that together have at most 'share' of what comes after
// them, from the newest on.
static void join_small_runs (struct group *g, double share) {
  struct run *runs = g->runs.begin;
  size_t to = g->runs.size - 1; // the run that is being made
  double after = (double)g->recent.size;
  for (size_t from = to; from--;) {
    if ((double)(runs[from].count + runs[to].count) <= share * after) {
      runs[to].count += runs[from].count;
      runs[to].first = runs[from].first;
    } else {
      after += (double)runs[to].count;
      runs[--to] = runs[from];
    }
  }
  g->runs.size -= to;
  memmove (runs, runs + to, g->runs.size * sizeof *runs);
}

static void count_old (struct group *g, ft_time time, uint32_t most) {
  if (g->runs.size && FT_TOP (g->runs).last == time) {
    FT_TOP (g->runs).count++;
    return;
  }
  FT_PUSH (g->runs, ((struct run){1, time, time}));
  for (double share = 1.0 / 32; g->runs.size > most; share *= 2)
    join_small_runs (g, share);
}

static void remember (struct group *g, ft_partner_limits limits,
                      ft_pos position, ft_time time) {
  if (g->recent.size == 2 * (size_t)limits.instances) {
    g->recent.size = limits.instances;
    for (uint32_t i = 0; i < limits.instances; i++) {
      count_old (g, g->recent.begin[i].time, limits.runs);
      g->recent.begin[i] = g->recent.begin[i + limits.instances];
    }
  }
  FT_PUSH (g->recent, ((struct recent){position, time}));
}

// ---- partners ------------------------------------------------------------

// The access at hand.
struct now {
  ft_pos position;
  const ft_event *event;
  ft_id variable, place;
  ft_access access;
};

static ft_access last_access (const struct group *g) {
  enum ft_kind kind = (enum ft_kind)g->kind;
  return (ft_access){g->thread,
                     FT_TOP (g->recent).time,
                     g->held,
                     g->mask,
                     ft_kind_writes (kind) || kind == FT_FREE,
                     ft_kind_is_atomic (kind),
                     kind == FT_FREE};
}

static bool is_before (const ft_partners *p, const struct group *g,
                       ft_time time, const struct now *now) {
  ft_access old = {.thread = g->thread, .time = time};
  return ft_judge_ordered (&p->judge, &old, &now->access);
}

// Counts the partners among the older accesses; false if not exactly.
static bool count_runs (const ft_partners *p, const struct group *g,
                        const struct now *now, uint64_t *count) {
  for (size_t i = g->runs.size; i--;) {
    const struct run *run = g->runs.begin + i;
    if (is_before (p, g, run->last, now))
      return true;
    if (is_before (p, g, run->first, now)) {
      ++*count;
      return false;
    }
    *count += run->count;
  }
  return true;
}

static void keep (ft_partners *p, ft_location_pair *pair, const struct group *g,
                  const struct now *now, size_t count) {
  const ft_event *e = now->event;
  for (size_t i = 0; i < count; i++) {
    ft_pos position = g->recent.begin[g->recent.size - 1 - i].position;
    ft_meeting m = {{position, g->thread, g->location, g->kind},
                    {now->position, e->thread, e->location, e->kind},
                    now->variable};
    if (!ft_location_pair_keep (pair, p->limits.instances, &m))
      return;
  }
}

// Whether the group has partners of the access, which are noted.
static bool meet_group (ft_partners *p, const struct group *g,
                        const struct now *now) {
  ft_access last = last_access (g);
  if (!ft_access_conflicts (&last, &now->access) ||
      ft_judge_ordered (&p->judge, &last, &now->access) ||
      ft_judge_excluded (&p->judge, &last, &now->access))
    return false;
  size_t n = 1;
  while (n < g->recent.size &&
         !is_before (p, g, g->recent.begin[g->recent.size - 1 - n].time, now))
    n++;
  uint64_t count = n;
  ft_location_pair *pair =
      ft_location_pairs_at (&p->pairs, g->place, now->place);
  if (n == g->recent.size && !count_runs (p, g, now, &count))
    pair->exact = false;
  pair->instances += count;
  keep (p, pair, g, now, n);
  return true;
}

// From the group that was used last, so that what the limit leaves out is
// farthest away.
static bool meet_variable (ft_partners *p, const struct variable *v,
                           const struct now *now) {
  bool found = false;
  uint32_t looked = 0;
  for (ft_id i = v->newest; i != FT_NO_ID; i = v->groups.begin[i].older) {
    if (looked++ >= p->limits.groups && found) {
      p->cut = true;
      break;
    }
    found |= meet_group (p, v->groups.begin + i, now);
  }
  return found;
}

// ---- steps ---------------------------------------------------------------

static struct variable *variable_at (ft_partners *p, ft_id slot) {
  FT_GROW (p->variables, (size_t)slot + 1,
           ((struct variable){.newest = FT_NO_ID, .oldest = FT_NO_ID}));
  return p->variables.begin + slot;
}

static bool touch_variable (ft_partners *p, const ft_event *e,
                            const ft_touch *touch, ft_id slot, bool racy) {
  struct variable *v = variable_at (p, slot);
  struct now now = {p->position, e, touch->variable,
                    ft_place_of (p->places, e, touch->variable),
                    ft_access_of (&p->judge, touch, e->thread)};
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
  remember (group_for (v, &key), p->limits, p->position, now.access.time);
  return found;
}

static void touch_all (ft_partners *p, const ft_event *e) {
  bool racy = ft_bits_has (&p->racy->positions, p->position), found = false;
  uint32_t touches = ft_touch_count (p->tables, e);
  for (uint32_t i = 0; i < touches; i++) {
    ft_touch touch = ft_touch_at (p->tables, e, i);
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
      ft_holders_step (p->judge.holders, e);
    touch_all (p, e);
  }
  p->position++;
}

ft_location_pairs *ft_partners_pairs (ft_partners *p) {
  return &p->pairs;
}

uint64_t ft_partners_met (const ft_partners *p) {
  return p->met;
}

uint64_t ft_partners_alone (const ft_partners *p) {
  return p->alone;
}

bool ft_partners_cut (const ft_partners *p) {
  return p->cut;
}
