#include "trace/index.h"

#include <assert.h>

static ft_id *array (size_t n, ft_id fill) {
  ft_id *a = FT_ARRAY (ft_id, n);
  for (size_t i = 0; i < n; i++)
    a[i] = fill;
  return a;
}

// ---- events by thread ----------------------------------------------------

static bool is_sync (const ft_event *e) {
  return !ft_kind_accesses (e->kind) && e->kind != FT_LOCAL &&
         e->kind != FT_BRANCH;
}

static void list_by_thread (ft_index *x) {
  const ft_trace *trace = x->trace;
  x->thread_begin = FT_ARRAY (ft_id, (size_t)x->threads + 2);
  x->thread_events = FT_ARRAY (ft_id, trace->size);
  x->local = FT_ARRAY (ft_id, trace->size);
  for (ft_id e = 0; e < trace->size; e++) {
    x->local[e] = x->thread_begin[trace->events[e].thread + 1]++;
    if (is_sync (trace->events + e))
      FT_PUSH (x->sync, e);
  }
  for (ft_tid t = 0; t < x->threads; t++)
    x->thread_begin[t + 1] += x->thread_begin[t];
  for (ft_id e = 0; e < trace->size; e++)
    x->thread_events[x->thread_begin[trace->events[e].thread] + x->local[e]] =
        e;
}

// ---- events by target ----------------------------------------------------

// Count, then fill, so that each list is ascending.
static void list_targets (ft_index *x, struct ft_index_list *list,
                          uint32_t targets, bool locks) {
  const ft_trace *trace = x->trace;
  ft_id all = locks ? (ft_id)x->sync.size : trace->size;
  list->begin = FT_ARRAY (ft_id, (size_t)targets + 2);
  for (int placing = 0; placing < 2; placing++) {
    for (ft_id k = 0; k < all; k++) {
      ft_id e = locks ? x->sync.begin[k] : k;
      const ft_event *event = trace->events + e;
      if (ft_event_is_void (event))
        continue;
      const ft_id *ids = &event->target;
      size_t n = 0;
      const ft_detail *detail = ft_tables_detail (&trace->tables, event);
      if (locks ? ft_kind_acquires (event->kind)
                : ft_kind_accesses (event->kind))
        n = 1;
      else if (!locks && event->kind == FT_FREE && detail)
        ids = trace->tables.freed.begin + detail->freed,
        n = detail->freed_count;
      for (size_t i = 0; i < n; i++)
        if (placing)
          list->events[list->begin[ids[i] + 1]++] = e;
        else
          list->begin[ids[i] + 2]++;
    }
    if (placing)
      break;
    for (uint32_t i = 0; i < targets; i++)
      list->begin[i + 2] += list->begin[i + 1];
    list->events = FT_ARRAY (ft_id, list->begin[targets + 1]);
  }
}

// ---- sections ------------------------------------------------------------

static ft_id push_held (ft_index *x, ft_id acquire, ft_id outer) {
  FT_PUSH (x->cells, ((ft_held){acquire, outer}));
  return (ft_id)x->cells.size - 1;
}

// The list without the section on 'lock', whose acquire is returned in
// '*acquire'.  Sections need not be nested: those inside the removed one are
// listed anew.  A thread holds few locks at a time.
static ft_id drop_held (ft_index *x, ft_id list, ft_id lock, ft_id *acquire) {
  FT_STACK (ft_id) inside = {0};
  for (; list; list = x->cells.begin[list].outer) {
    *acquire = x->cells.begin[list].acquire;
    if (x->trace->events[*acquire].target == lock)
      break;
    FT_PUSH (inside, *acquire);
  }
  assert (list); // the validator admits no release of a lock that is not held
  list = x->cells.begin[list].outer;
  while (!FT_EMPTY (inside))
    list = push_held (x, FT_POP (inside), list);
  FT_RELEASE (inside);
  return list;
}

static void match_sections (ft_index *x) {
  const ft_trace *trace = x->trace;
  x->match = array (trace->size, FT_NO_ID);
  x->held = FT_ARRAY (ft_id, (size_t)trace->size + trace->altpath_events);
  ft_id *now = FT_ARRAY (ft_id, x->threads);
  FT_PUSH (x->cells, ((ft_held){FT_NO_ID, 0}));
  for (ft_id e = 0; e < trace->size; e++) {
    const ft_event *event = trace->events + e;
    x->held[e] = now[event->thread];
    if (ft_event_is_void (event))
      continue;
    if (ft_kind_acquires (event->kind))
      now[event->thread] = push_held (x, e, now[event->thread]);
    else if (ft_kind_releases (event->kind)) {
      ft_id acquire;
      now[event->thread] =
          drop_held (x, now[event->thread], event->target, &acquire);
      x->match[e] = acquire;
      x->match[acquire] = e;
    }
  }
  x->held_at_end = now;
}

// The locks held at the events of alternative paths, from 'first' on; 'held'
// are those at their branch.
static void hold_in_altpaths (ft_index *x, uint32_t first, ft_id held) {
  const ft_altpaths *all = &x->trace->tables.altpaths;
  ft_id size = x->trace->size;
  for (uint32_t a = first; a != FT_NO_ID; a = all->list.begin[a].next) {
    const ft_altpath *path = all->list.begin + a;
    ft_id now = held, acquire;
    for (ft_id i = path->first; i < path->first + path->count; i++) {
      const ft_event *e = all->events.begin + i;
      x->held[size + i] = now;
      hold_in_altpaths (x, all->of_event.begin[i], now);
      if (ft_kind_acquires (e->kind))
        now = push_held (x, size + i, now);
      else if (ft_kind_releases (e->kind))
        now = drop_held (x, now, e->target, &acquire);
    }
  }
}

static void hold_all_altpaths (ft_index *x) {
  const ft_altpaths *all = &x->trace->tables.altpaths;
  for (size_t i = 0; x->trace->altpath_events && i < all->branches.size; i++)
    hold_in_altpaths (x, all->branches.begin[i].first,
                      x->held[all->branches.begin[i].position]);
}

ft_id ft_index_held_at (const ft_index *x, ft_tid t, ft_id k) {
  if (!k)
    return 0;
  if (k < ft_index_length (x, t))
    return x->held[ft_index_event (x, t, k)];
  return x->held_at_end[t];
}

// ---- forks and joins -----------------------------------------------------

// The event that a join waits for: the child's last one.
static ft_id last_of (const ft_index *x, ft_tid t) {
  ft_id n = ft_index_length (x, t);
  return n ? ft_index_event (x, t, n - 1) : x->fork_of[t];
}

static void link_threads (ft_index *x) {
  const ft_trace *trace = x->trace;
  x->fork_of = array (x->threads, FT_NO_ID);
  x->joined = array (trace->size, FT_NO_ID);
  for (size_t i = 0; i < x->sync.size; i++) {
    ft_id e = x->sync.begin[i];
    const ft_event *event = trace->events + e;
    if (ft_event_is_void (event))
      continue;
    if (event->kind == FT_FORK && x->fork_of[event->target] == FT_NO_ID)
      x->fork_of[event->target] = e;
    else if (event->kind == FT_JOIN)
      x->joined[e] = last_of (x, event->target);
  }
  for (ft_id e = 0; e < trace->size && !x->has_branches; e++)
    x->has_branches = trace->events[e].kind == FT_BRANCH &&
                      !ft_event_is_void (trace->events + e);
}

// ---- all of them ---------------------------------------------------------

static void list_accesses (ft_index *x) {
  list_targets (x, &x->accesses,
                ft_tables_count (&x->trace->tables, FT_CLASS_VARIABLE), false);
}

static void list_acquires (ft_index *x) {
  list_targets (x, &x->acquires,
                ft_tables_count (&x->trace->tables, FT_CLASS_LOCK), true);
}

ft_index *ft_index_bounded (const ft_trace *trace,
                            const ft_deadline *deadline) {
  static void (*const passes[]) (ft_index *) = {
      list_by_thread, list_accesses,     list_acquires,
      match_sections, hold_all_altpaths, link_threads};
  ft_index *x = FT_NEW (ft_index);
  x->trace = trace;
  x->threads = ft_tables_count (&trace->tables, FT_CLASS_THREAD);
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
    if (ft_deadline_over (deadline)) {
      ft_index_free (x);
      return NULL;
    }
    passes[i](x);
  }
  return x;
}

ft_index *ft_index_new (const ft_trace *trace) {
  return ft_index_bounded (trace, NULL);
}

void ft_index_free (ft_index *x) {
  if (!x)
    return;
  free (x->thread_begin);
  free (x->thread_events);
  free (x->local);
  FT_RELEASE (x->sync);
  free (x->match);
  free (x->held);
  free (x->held_at_end);
  FT_RELEASE (x->cells);
  free (x->fork_of);
  free (x->joined);
  free (x->accesses.begin);
  free (x->accesses.events);
  free (x->acquires.begin);
  free (x->acquires.events);
  free (x);
}
