// Alternative paths that re-execution found (see 'symex/step.h'): what they
// access and hold, their merge points, and their entries in the tables of the
// trace.

#include "base/debug_log.h"
#include "load/load_inside.h"
#include "symex/altpath/own_block.h"

// ---- recorded events of a thread -------------------------------------------

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
      ft_environment_held_acquires (&n->environment, n->record.thread->number),
      e);
  if (section)
    FT_PUSH (c->sections, ((struct ft_load_section){c->events, *e}));
  c->events++;
  if (plain)
    return;
  c->fixed = c->events;
  FT_CLEAR (c->sections);
}

// ---- paths -----------------------------------------------------------------

static ft_event path_event (ft_load *n, ft_tables *tables,
                            const ft_step_event *step) {
  ft_event e = ft_load_located_event (n, tables, step);
  if (ft_kind_accesses (e.kind) && !ft_is_own_block (step->address))
    ft_load_set_initial (n, step->address,
                         (unsigned)__builtin_popcount (e.mask), &e,
                         tables->details.begin + e.detail);
  return e;
}

// The number of events that are available.
static uint32_t available (uint32_t count, uint32_t merged) {
  return merged != UINT32_MAX && merged > count ? merged : count;
}

// A recorded branch is in the queue, before the current record, or comes behind
// its events.
static void add_path (ft_load *n, ft_tables *tables,
                      const ft_step_altpath *path) {
  uint32_t kept = available (path->count, path->merged);
  bool nested = path->outer != FT_NO_ID;
  ft_load_altpath found = {
      .outer = path->outer,
      .branch = path->branch,
      .outcome = path->outcome,
      .count = path->count,
      .merged = path->merged,
      .time = ft_environment_moment (&n->environment, false).time,
      .begin = path->branch + 1,
      .replaces = FT_NEVER_MERGES};
  if (!nested) {
    found.branch += path->behind ? n->position : n->begin_position;
    found.begin += path->behind ? count_of (n)->events : n->begin_count;
  }
  found.events = FT_ARRAY (ft_event, kept + 1);
  for (uint32_t k = 0; k < kept; k++)
    found.events[k] =
        path_event (n, tables, n->steps.altpath_events.begin + path->first + k);
  FT_GROW (n->found, (size_t)path->number + 1, ((ft_load_altpath){0}));
  n->found.begin[path->number] = found;
}

// ---- merge points ----------------------------------------------------------

// The unmatched locks of the events that the path replaces, up to 'end'.
static ft_unmatched_locks
replaced_locks (ft_load *n, const ft_load_altpath *path, uint64_t end) {
  const ft_load_thread *c = count_of (n);
  ft_unmatched_locks s = {0};
  size_t i = c->sections.size;
  if (path->outer != FT_NO_ID)
    return ft_unmatched_locks_of (n->found.begin[path->outer].events +
                                      path->begin,
                                  NULL, (uint32_t)(end - path->begin));
  while (i && c->sections.begin[i - 1].at >= path->begin)
    i--;
  for (; i < c->sections.size; i++)
    ft_unmatched_locks_step (&s, &c->sections.begin[i].event);
  return s;
}

// Whether the thread holds the same locks at the end of both; that of the path is behind
// so many events.
static bool leaves_same_locks (ft_load *n, const ft_load_altpath *path,
                               uint32_t count, uint64_t end) {
  ft_unmatched_locks taken = replaced_locks (n, path, end);
  ft_unmatched_locks other = ft_unmatched_locks_of (path->events, NULL, count);
  bool alike = ft_unmatched_locks_differ (&taken, &other) == FT_NO_ID;
  ft_unmatched_locks_release (&taken);
  ft_unmatched_locks_release (&other);
  return alike;
}

// Whether so many events of the path can replace these events.
static bool can_merge (ft_load *n, const ft_load_altpath *path, uint32_t count,
                       uint64_t end) {
  bool plain = count_of (n)->fixed <= path->begin;
  if (path->outer != FT_NO_ID) {
    const ft_load_altpath *outer = n->found.begin + path->outer;
    plain = outer->events && end <= available (outer->count, outer->merged);
  }
  return plain && end - path->begin < UINT32_MAX &&
         leaves_same_locks (n, path, count, end);
}

static void merge_at_end (ft_load_altpath *path, uint64_t end) {
  path->leaves = true;
  path->replaces = (uint32_t)(end - path->begin);
}

static void merge_at_point (ft_load *n, ft_tables *tables, ft_load_altpath *path,
                            const ft_step_merge *merge, uint64_t end) {
  path->merging_replaces = (uint32_t)(end - path->begin);
  path->merging_count = path->merged + merge->count;
  path->merging = FT_ARRAY (ft_event, path->merging_count + 1);
  for (uint32_t k = 0; k < path->merged; k++)
    path->merging[k] = path->events[k];
  for (uint32_t k = 0; k < merge->count; k++)
    path->merging[path->merged + k] = path_event (
        n, tables, n->steps.altpath_events.begin + merge->first + k);
}

static void merge_path (ft_load *n, ft_tables *tables,
                        const ft_step_merge *merge) {
  ft_load_altpath *path = n->found.begin + merge->altpath;
  uint64_t end = merge->at;
  if (merge->altpath >= n->found.size || !path->events)
    return;
  if (path->outer == FT_NO_ID)
    end += n->begin_count;
  bool at_end = merge->how == FT_STEP_ENDS;
  if (merge->how == FT_STEP_STAYS_AWAY) {
    path->leaves = true;
    return;
  }
  if (!can_merge (n, path, at_end ? path->count : path->merged, end)) {
    FT_DEBUG (LOAD, 2, "alternative path %u does not merge: locks or other "
                       "synchronisation differ",
              merge->altpath);
    return;
  }
  if (path->outer == FT_NO_ID)
    ft_lifetimes_replace (&n->environment.lifetimes, n->record.thread->number,
                          path->time,
                          ft_environment_moment (&n->environment, false).time);
  if (at_end)
    merge_at_end (path, end);
  else
    merge_at_point (n, tables, path, merge, end);
}

void ft_load_begin_altpaths (ft_load *n) {
  n->begin_position = n->position;
  n->begin_count = count_of (n)->events;
}

void ft_load_add_altpaths (ft_load *n, ft_tables *tables) {
  ft_step_context *s = &n->steps;
  for (size_t i = 0; i < s->altpaths.size; i++)
    add_path (n, tables, s->altpaths.begin + i);
  for (size_t i = 0; i < s->merges.size; i++)
    merge_path (n, tables, s->merges.begin + i);
  FT_CLEAR (s->altpaths);
  FT_CLEAR (s->merges);
  FT_CLEAR (s->calls);
  FT_CLEAR (s->altpath_events);
}

// ---- tables ----------------------------------------------------------------

// Whether the path merges at its merge point.
static bool merges (const ft_load_altpath *path) {
  return path->merging && !path->leaves;
}

// The number of events before those that set the values that differ at the
// merge point.
static uint32_t own_count (const ft_load_altpath *path) {
  return merges (path) ? path->merged : path->count;
}

// Whether a nested path is kept.  A nested path is dropped if its branch was
// dropped, because the outer path lost the branch at its merge point.
static bool is_kept (const ft_load *n, const ft_load_altpath *path) {
  const ft_load_altpath *outer = n->found.begin + path->outer;
  return outer->base != FT_NO_ID && path->branch < own_count (outer);
}

static void add_nested (ft_load *n, ft_altpaths *all,
                        const ft_load_altpath *path, ft_altpath a) {
  const ft_load_altpath *outer = n->found.begin + path->outer;
  if (a.replaces != FT_NEVER_MERGES &&
      path->begin + a.replaces > own_count (outer))
    a.replaces = FT_NEVER_MERGES;
  ft_altpaths_nest (all, outer->base + (uint32_t)path->branch, a);
}

void ft_load_emit_altpaths (ft_load *n, ft_tables *tables) {
  ft_altpaths *all = &tables->altpaths;
  size_t dropped = 0;
  for (size_t i = 0; i < n->found.size && !n->skips_altpaths; i++) {
    ft_load_altpath *path = n->found.begin + i;
    bool nested = path->outer != FT_NO_ID;
    const ft_event *events = merges (path) ? path->merging : path->events;
    ft_altpath a = {path->outcome, (uint32_t)all->events.size,
                    merges (path) ? path->merging_count : path->count,
                    merges (path) ? path->merging_replaces : path->replaces,
                    FT_NO_ID};
    path->base = FT_NO_ID;
    if (!path->events || (nested && !is_kept (n, path)) ||
        (!a.count && a.replaces == FT_NEVER_MERGES)) {
      dropped++;
      continue;
    }
    path->base = a.first;
    for (uint32_t k = 0; k < a.count; k++)
      ft_altpaths_push (all, events[k]);
    if (nested)
      add_nested (n, all, path, a);
    else
      ft_altpaths_add (all, path->branch, a);
  }
  FT_DEBUG (LOAD, 1, "%zu alternative paths, %zu of them without effect or "
                     "beyond the merge point of another",
            n->found.size, dropped);
  ft_load_release_altpaths (n);
}

void ft_load_release_altpaths (ft_load *n) {
  for (size_t i = 0; i < n->found.size; i++) {
    free (n->found.begin[i].events);
    free (n->found.begin[i].merging);
  }
  for (size_t i = 0; i < n->counts.size; i++)
    FT_RELEASE (n->counts.begin[i].sections);
  FT_RELEASE (n->found);
  FT_RELEASE (n->counts);
}
