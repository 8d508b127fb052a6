#include "trace/altpath_locks.h"

// ---- unmatched locks -------------------------------------------------------

void ft_unmatched_locks_release (ft_unmatched_locks *s) {
  FT_RELEASE (s->open);
  FT_RELEASE (s->ended);
}

static bool close_section (ft_unmatched_locks *s, ft_id lock) {
  for (size_t i = s->open.size; i--;)
    if (s->open.begin[i] == lock) {
      s->open.begin[i] = FT_TOP (s->open);
      s->open.size--;
      return true;
    }
  return false;
}

void ft_unmatched_locks_step (ft_unmatched_locks *s, const ft_event *e) {
  if (e->flags & FT_DROPPED)
    return;
  if (ft_kind_acquires (e->kind))
    FT_PUSH (s->open, e->target);
  else if (ft_kind_releases (e->kind) && !close_section (s, e->target))
    FT_PUSH (s->ended, e->target);
}

static bool has_ended (const ft_unmatched_locks *s, ft_id lock) {
  for (size_t i = 0; i < s->ended.size; i++)
    if (s->ended.begin[i] == lock)
      return true;
  return false;
}

ft_unmatched_locks ft_unmatched_locks_of (const ft_event *events,
                                          const ft_id *which, uint32_t count) {
  ft_unmatched_locks s = {0};
  for (uint32_t i = 0; i < count; i++)
    ft_unmatched_locks_step (&s, events + (which ? which[i] : i));
  return s;
}

ft_id ft_unmatched_locks_differ (const ft_unmatched_locks *a,
                                 const ft_unmatched_locks *b) {
  if (!FT_EMPTY (a->open) || !FT_EMPTY (b->open))
    return FT_EMPTY (a->open) ? FT_TOP (b->open) : FT_TOP (a->open);
  for (size_t i = 0; i < a->ended.size; i++)
    if (!has_ended (b, a->ended.begin[i]))
      return a->ended.begin[i];
  for (size_t i = 0; i < b->ended.size; i++)
    if (!has_ended (a, b->ended.begin[i]))
      return b->ended.begin[i];
  return FT_NO_ID;
}

// ---- held acquires ---------------------------------------------------------

void ft_held_acquires_step (ft_held_acquires *held, const ft_event *e) {
  if (e->flags & FT_DROPPED)
    return;
  if (ft_kind_acquires (e->kind))
    FT_PUSH (*held, *e);
  for (size_t i = held->size; ft_kind_releases (e->kind) && i--;)
    if (held->begin[i].target == e->target) {
      held->begin[i] = FT_TOP (*held);
      held->size--;
      return;
    }
}

// Whether the release ends a critical section that excludes all other threads.
static bool ends_section (const ft_held_acquires *held, const ft_event *e) {
  uint32_t depth = 0;
  bool exclusive = true;
  for (size_t i = 0; i < held->size; i++)
    if (held->begin[i].target == e->target) {
      depth++;
      exclusive &= held->begin[i].kind == FT_ACQUIRE;
    }
  return depth == 1 && exclusive;
}

// Whether the event acquires or releases as a reader the lock that the thread
// holds as a writer, or the other way round: such an acquire would wait for its
// own thread.
static bool is_of_other_mode (const ft_held_acquires *held, const ft_event *e) {
  bool writer = e->kind == FT_ACQUIRE || e->kind == FT_RELEASE;
  if (!ft_kind_acquires (e->kind) && !ft_kind_releases (e->kind))
    return false;
  for (size_t i = held->size; i--;)
    if (held->begin[i].target == e->target)
      return (held->begin[i].kind == FT_ACQUIRE) != writer;
  return false;
}

static ft_id find_mismatch (const ft_tables *tables,
                            const ft_held_acquires *before,
                            const ft_altpath *x) {
  const ft_altpaths *a = &tables->altpaths;
  ft_held_acquires held = {0};
  ft_unmatched_locks own = {0};
  ft_id bad = FT_NO_ID;
  for (size_t i = 0; i < before->size; i++)
    FT_PUSH (held, before->begin[i]);
  for (uint32_t i = x->first; bad == FT_NO_ID && i < x->first + x->count; i++) {
    const ft_event *e = a->events.begin + i;
    size_t ended = own.ended.size;
    ft_unmatched_locks_step (&own, e);
    if ((own.ended.size > ended && !ends_section (&held, e)) ||
        is_of_other_mode (&held, e))
      bad = e->target;
    ft_held_acquires_step (&held, e);
    if (bad == FT_NO_ID)
      bad = ft_held_acquires_mismatch (tables, &held, a->of_event.begin[i]);
  }
  FT_RELEASE (held);
  ft_unmatched_locks_release (&own);
  return bad;
}

ft_id ft_held_acquires_mismatch (const ft_tables *tables,
                                 const ft_held_acquires *held, uint32_t first) {
  const ft_altpaths *a = &tables->altpaths;
  ft_id bad = FT_NO_ID;
  for (uint32_t i = first; i != FT_NO_ID && bad == FT_NO_ID;
       i = a->list.begin[i].next)
    bad = find_mismatch (tables, held, a->list.begin + i);
  return bad;
}
