// Sides of branches that the run did not take, as the code tells them (see
// 'native_steps.h'): what they access and hold, where they meet the others, and
// the alternatives that come of them.

#include "load/load_inside.h"

// ---- what the thread does --------------------------------------------------

static ft_load_thread *count_of (ft_load *n) {
  uint32_t thread = n->record.thread->number;
  FT_GROW (n->counts, (size_t)thread + 1, ((ft_load_thread){0}));
  return n->counts.begin + thread;
}

void ft_load_count_event (ft_load *n, const ft_event *e) {
  ft_load_thread *c = count_of (n);
  bool section = ft_kind_acquires (e->kind) ||
                 (ft_kind_releases (e->kind) && e->condition == FT_NO_ID);
  bool plain = e->kind == FT_READ || e->kind == FT_WRITE ||
               e->kind == FT_ATOMIC_READ || e->kind == FT_ATOMIC_WRITE ||
               e->kind == FT_ATOMIC_RMW || e->kind == FT_FENCE ||
               ft_kind_computes (e->kind) || section;
  ft_held_acquires_step (
      ft_environment_held_acquires (&n->environment, n->record.thread->number), e);
  if (section)
    FT_PUSH (c->sections, ((struct ft_load_section){c->events, *e}));
  c->events++;
  if (plain)
    return;
  c->other = c->events;
  FT_CLEAR (c->sections);
}

// ---- sides -----------------------------------------------------------------

static ft_event side_event (ft_load *n, ft_tables *tables,
                            const ft_step_event *step) {
  ft_event e = ft_load_located_event (n, tables, step);
  if (ft_kind_accesses (e.kind))
    ft_load_set_initial (n, step->address,
                            (unsigned)__builtin_popcount (e.mask), &e,
                            tables->details.begin + e.detail);
  return e;
}

// Events of it that are there.
static uint32_t kept_of (uint32_t count, uint32_t merged) {
  return merged != UINT32_MAX && merged > count ? merged : count;
}

// A branch of the run is in the queue, before the record at hand.
static void add_side (ft_load *n, ft_tables *tables,
                      const ft_step_altpath *side) {
  uint32_t kept = kept_of (side->count, side->merged);
  bool inner = side->outer != FT_NO_ID;
  ft_load_altpath found = {.outer = side->outer,
                          .branch = side->branch,
                          .outcome = side->outcome,
                          .count = side->count,
                          .merged = side->merged,
                          .time = ft_environment_moment (&n->environment, false).time,
                          .begin = side->branch + 1,
                          .replaces = FT_NEVER_MERGES};
  found.branch += inner ? 0 : n->position;
  found.begin += inner ? 0 : count_of (n)->events;
  found.events = FT_ARRAY (ft_event, kept + 1);
  for (uint32_t k = 0; k < kept; k++)
    found.events[k] =
        side_event (n, tables, n->steps.altpath_events.begin + side->first + k);
  FT_GROW (n->found, (size_t)side->number + 1, ((ft_load_altpath){0}));
  n->found.begin[side->number] = found;
}

// ---- where they meet -------------------------------------------------------

// Of the events that the side replaces, up to 'end'.
static ft_unmatched_locks
replaced_sections (ft_load *n, const ft_load_altpath *side, uint64_t end) {
  const ft_load_thread *c = count_of (n);
  ft_unmatched_locks s = {0};
  size_t i = c->sections.size;
  if (side->outer != FT_NO_ID)
    return ft_unmatched_locks_of (n->found.begin[side->outer].events + side->begin,
                               NULL, (uint32_t)(end - side->begin));
  while (i && c->sections.begin[i - 1].at >= side->begin)
    i--;
  for (; i < c->sections.size; i++)
    ft_unmatched_locks_step (&s, &c->sections.begin[i].event);
  return s;
}

// Whether the thread has the same locks behind both.
static bool leave_alike (ft_load *n, const ft_load_altpath *side,
                         uint64_t end) {
  ft_unmatched_locks taken = replaced_sections (n, side, end);
  ft_unmatched_locks other = ft_unmatched_locks_of (side->events, NULL, side->merged);
  bool alike = ft_unmatched_locks_differ (&taken, &other) == FT_NO_ID;
  ft_unmatched_locks_release (&taken);
  ft_unmatched_locks_release (&other);
  return alike;
}

// Whether what the side replaces can be replaced.
static bool can_join (ft_load *n, const ft_load_altpath *side, uint64_t end) {
  bool plain = count_of (n)->other <= side->begin;
  if (side->outer != FT_NO_ID) {
    const ft_load_altpath *outer = n->found.begin + side->outer;
    plain = outer->events && end <= kept_of (outer->count, outer->merged);
  }
  return plain && end - side->begin < UINT32_MAX && leave_alike (n, side, end);
}

static void join_side (ft_load *n, ft_tables *tables,
                       const ft_step_merge *join) {
  ft_load_altpath *side = n->found.begin + join->altpath;
  uint64_t end = join->at;
  if (join->altpath >= n->found.size || !side->events)
    return;
  if (side->outer == FT_NO_ID)
    end += count_of (n)->events;
  if (!can_join (n, side, end))
    return;
  side->replaces = (uint32_t)(end - side->begin);
  if (side->outer == FT_NO_ID)
    ft_lifetimes_replace (&n->environment.lifetimes, n->record.thread->number, side->time,
                       ft_environment_moment (&n->environment, false).time);
  side->count = side->merged + join->count;
  side->events =
      ft_realloc (side->events, side->count + 1, sizeof *side->events);
  for (uint32_t k = 0; k < join->count; k++)
    side->events[side->merged + k] =
        side_event (n, tables, n->steps.altpath_events.begin + join->first + k);
}

void ft_load_add_altpaths (ft_load *n, ft_tables *tables) {
  ft_step_context *s = &n->steps;
  for (size_t i = 0; i < s->altpaths.size; i++)
    add_side (n, tables, s->altpaths.begin + i);
  for (size_t i = 0; i < s->merges.size; i++)
    join_side (n, tables, s->merges.begin + i);
  FT_CLEAR (s->altpaths);
  FT_CLEAR (s->merges);
  FT_CLEAR (s->calls);
  FT_CLEAR (s->altpath_events);
}

// ---- alternatives ----------------------------------------------------------

// Events that the side does itself, before what is set where it meets the other
// one.
static uint32_t own_count (const ft_load_altpath *side) {
  return side->replaces == FT_NEVER_MERGES ? side->count : side->merged;
}

// What its outer side lost, where that met the other one, goes with it.
static bool is_left (const ft_load *n, const ft_load_altpath *side) {
  const ft_load_altpath *outer = n->found.begin + side->outer;
  return outer->base != FT_NO_ID && side->branch < own_count (outer);
}

static void give_inner (ft_load *n, ft_altpaths *all,
                        const ft_load_altpath *side, ft_altpath a) {
  const ft_load_altpath *outer = n->found.begin + side->outer;
  if (a.replaces != FT_NEVER_MERGES &&
      side->begin + a.replaces > own_count (outer))
    a.replaces = FT_NEVER_MERGES;
  ft_altpaths_nest (all, outer->base + (uint32_t)side->branch, a);
}

void ft_load_emit_altpaths (ft_load *n, ft_tables *tables) {
  ft_altpaths *all = &tables->altpaths;
  for (size_t i = 0; i < n->found.size && !n->leaves_sides; i++) {
    ft_load_altpath *side = n->found.begin + i;
    bool inner = side->outer != FT_NO_ID;
    ft_altpath a = {side->outcome, (uint32_t)all->events.size, side->count,
                        side->replaces, FT_NO_ID};
    side->base = FT_NO_ID;
    if (!side->events || (inner && !is_left (n, side)) ||
        (!side->count && side->replaces == FT_NEVER_MERGES))
      continue;
    side->base = a.first;
    for (uint32_t k = 0; k < side->count; k++)
      ft_altpaths_push (all, side->events[k]);
    if (inner)
      give_inner (n, all, side, a);
    else
      ft_altpaths_add (all, side->branch, a);
  }
  ft_load_release_altpaths (n);
}

void ft_load_release_altpaths (ft_load *n) {
  for (size_t i = 0; i < n->found.size; i++)
    free (n->found.begin[i].events);
  for (size_t i = 0; i < n->counts.size; i++)
    FT_RELEASE (n->counts.begin[i].sections);
  FT_RELEASE (n->found);
  FT_RELEASE (n->counts);
}
