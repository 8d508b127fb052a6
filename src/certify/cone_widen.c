// Widening: 'top' includes the events that may be of use to a question beyond
// those that it needs (see 'cone.h').

#include <string.h>

#include "base/debug_log.h"
#include "certify/cone.h"

// Includes the first 'k' events of 't' in 'top'.  Returns whether 'top' grew.
static bool try_include (ft_cone *c, ft_tid t, ft_id k) {
  return k > c->top[t] && c->steps && ft_cone_try (c, t, k);
}

// Whether a section of another thread on the lock reaches into the window and
// 'top'.
static bool others_use (const ft_cone *c, ft_id lock, ft_tid t) {
  const ft_access_lists *acquires = c->facts->acquires;
  for (ft_id i = acquires->list_begin[lock]; i < acquires->list_begin[lock + 1];
       i++) {
    const ft_access_list *list = acquires->lists.begin + i;
    ft_id next = ft_access_list_from (acquires, list, c->top[list->thread]);
    if (list->thread == t || next == list->begin)
      continue;
    ft_id acquire = acquires->events[next - 1];
    ft_id release = ft_facts_last_release (c->facts, acquire);
    if (release == FT_NO_ID || release >= c->question.begin)
      return true;
  }
  return false;
}

// Includes a release of the section in 'top': the last one that is possible,
// since the path of the others need not be taken.  Returns whether 'top' grew.
static bool close_section (ft_cone *c, ft_tid t, ft_id acquire) {
  const ft_facts *f = c->facts;
  FT_STACK (ft_id) ends = {0};
  bool grew = false;
  for (ft_id r = ft_facts_release (f, acquire);
       r != FT_NO_ID && r < c->question.end; r = ft_facts_next_release (f, r))
    FT_PUSH (ends, f->index->local[r] + 1);
  while (!grew && !FT_EMPTY (ends) && FT_TOP (ends) > c->top[t])
    grew = try_include (c, t, FT_POP (ends));
  FT_RELEASE (ends);
  return grew;
}

// Closes a section of the list that other threads use and that can be closed.
static bool close_held (ft_cone *c, ft_tid t, ft_id held) {
  const ft_index *x = c->facts->index;
  for (ft_id h = held; h; h = x->cells.begin[h].outer) {
    ft_id acquire = x->cells.begin[h].acquire;
    if (others_use (c, x->trace->events[acquire].target, t) &&
        close_section (c, t, acquire))
      return true;
  }
  return false;
}

// Closes a section that a thread at 'top' may be in: one at its position in the
// unfolding or, where that is on an alternative path which may have released
// some locks, one at the branch.
static bool widen_thread (ft_cone *c, ft_tid t) {
  const ft_index *x = c->facts->index;
  const ft_unfolding *unfolding = c->facts->of_unfolding;
  ft_id k = c->top[t];
  if (close_held (c, t, ft_index_held_at (x, t, k)))
    return true;
  while (unfolding && k &&
         unfolding->altpath[ft_index_event (x, t, k - 1)] != FT_NO_ID)
    k--;
  return k != c->top[t] && close_held (c, t, ft_index_held_at (x, t, k));
}

static bool widen_sections (ft_cone *c) {
  bool grew = false;
  for (ft_tid t = 0; t < c->facts->index->threads; t++)
    while (widen_thread (c, t))
      grew = true;
  return grew;
}

static bool admits_some_byte (const ft_cone *c, ft_id read, ft_id writer) {
  const ft_event *events = c->facts->trace->events;
  bool admits = false;
  for (int b = 0; b < 8 && !admits; b++)
    admits = (events[read].mask & events[writer].mask) >> b & 1 &&
             ft_cone_admits_byte (c, read, writer, b);
  return admits;
}

// Includes writers that could serve a read of 'top' in place of the recorded
// one.
static bool widen_read (ft_cone *c, ft_id read) {
  if ((c->facts->reads->matters[read] == FT_NO_ID &&
       !ft_cone_keeps (c, read) && c->question.model != FT_MODEL_PATH) ||
      ft_cone_is_forced (c, read) || ft_cone_ignores (c, read))
    return false;
  bool grew = false;
  const ft_access_lists *writes = c->facts->writes;
  ft_id variable = c->facts->trace->events[read].target;
  ft_id first = writes->list_begin[variable];
  ft_id last = writes->list_begin[variable + 1];
  for (ft_id i = first; i < last; i++)
    for (ft_id j = writes->lists.begin[i].begin; j < writes->lists.begin[i].end;
         j++) {
      ft_id w = writes->events[j];
      c->steps -= c->steps > 0;
      if ((ft_cone_is_mixed (c, read) ? admits_some_byte (c, read, w)
                                      : ft_cone_admits (c, read, w)) &&
          try_include (c, writes->lists.begin[i].thread,
                       c->facts->index->local[w] + 1))
        grew = true;
    }
  return grew;
}

// Includes the writes of other threads that may end a release sequence that an
// atomic read of 'top' would else read from, or that hide it.
static bool widen_synchronizing (ft_cone *c, ft_id read) {
  const ft_event *event = c->facts->trace->events + read;
  const ft_access_lists *writes = c->facts->writes;
  bool grew = false;
  if (!c->question.c11 || !ft_kind_is_atomic (event->kind) ||
      !ft_kind_reads (event->kind))
    return false;
  for (ft_id i = writes->list_begin[event->target];
       i < writes->list_begin[event->target + 1]; i++) {
    const ft_access_list *list = writes->lists.begin + i;
    for (ft_id j = list->begin; j < list->end; j++) {
      c->steps -= c->steps > 0;
      if (list->thread != event->thread &&
          try_include (c, list->thread,
                       c->facts->index->local[writes->events[j]] + 1))
        grew = true;
    }
  }
  return grew;
}

// Includes the candidates that could allow a wake or a failed try of 'top'.
static bool widen_choice (ft_cone *c, ft_id event) {
  const ft_enablers *enablers = c->facts->enablers;
  if (!c->question.relaxed || !ft_enablers_has (enablers, event))
    return false;
  bool grew = false;
  const ft_access_lists *l = ft_enablers_lists (enablers, event);
  const ft_event *events = c->facts->trace->events;
  ft_id target = events[event].target;
  for (ft_id i = l->list_begin[target]; i < l->list_begin[target + 1]; i++) {
    const ft_access_list *list = l->lists.begin + i;
    for (ft_id j = list->begin;
         j < list->end && list->thread != events[event].thread; j++) {
      c->steps -= c->steps > 0;
      if (try_include (c, list->thread,
                       c->facts->index->local[l->events[j]] + 1))
        grew = true;
    }
  }
  return grew;
}

static enum ft_kind giving_kind (const ft_event *e) {
  return e->kind == FT_SEM_WAIT ? FT_SEM_POST : FT_BARRIER_ARRIVE;
}

// Includes the posts that a wait of 'top' could take, or the arrivals that could
// fill the round of a leave.
static bool widen_object (ft_cone *c, ft_id event) {
  const ft_object_orders *o = c->facts->orders;
  const ft_index *x = c->facts->index;
  const ft_event *e = x->trace->events + event;
  if (!c->question.relaxed || ft_event_is_void (e) ||
      (e->kind != FT_SEM_WAIT && e->kind != FT_BARRIER_LEAVE) ||
      !ft_object_orders_choose (o, e->target))
    return false;
  bool grew = false;
  for (ft_id i = o->event_begin[e->target]; i < o->event_begin[e->target + 1];
       i++) {
    const ft_event *giver = x->trace->events + o->events[i];
    c->steps -= c->steps > 0;
    grew |= giver->kind == giving_kind (e) && giver->thread != e->thread &&
            try_include (c, giver->thread, x->local[o->events[i]] + 1);
  }
  return grew;
}

static bool widen_reads (ft_cone *c, ft_id *seen) {
  const ft_index *x = c->facts->index;
  bool grew = false;
  for (ft_tid t = 0; t < x->threads; t++)
    while (seen[t] < c->top[t] && c->steps) {
      ft_id e = ft_index_event (x, t, seen[t]++);
      grew |= widen_choice (c, e);
      grew |= widen_object (c, e);
      if (!ft_event_is_void (x->trace->events + e))
        grew |= widen_synchronizing (c, e);
      if (ft_kind_reads (x->trace->events[e].kind) &&
          !ft_event_is_void (x->trace->events + e) && widen_read (c, e))
        grew = true;
    }
  return grew;
}

bool ft_cone_widen (ft_cone *c, uint64_t steps) {
  ft_tid threads = c->facts->index->threads;
  c->steps = steps;
  memcpy (c->top, c->base, threads * sizeof *c->top);
  ft_id *seen = FT_ARRAY (ft_id, threads);
  memcpy (seen, c->start, threads * sizeof *seen);
  if (c->must_succeed != FT_NO_ID)
    widen_read (c, c->must_succeed);
  if (c->question.c11)
    widen_synchronizing (c, c->question.targets[0]);
  while (widen_sections (c) | widen_reads (c, seen))
    ;
  free (seen);
  FT_DEBUG (CERTIFY, 1, "cone widened%s",
            c->steps ? "" : ", and given up: the solver would get too much");
  return c->steps;
}
