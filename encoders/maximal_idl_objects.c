// The choices of 'maximal_idl.c': what allows an event of a condition, a
// semaphore, a barrier, or a failed try, straight from the rules of
// docs/reference/witness-format.md: counts where 'maximal_objects.c' matches.
//
// Cost: for each such event a term per event of its object; for a leave so many
// for each round.

#include "encoders/maximal_idl_parts.h"

// ---- wakes and failed tries ------------------------------------------------

// The term "'candidate' allows the event": it begins before it and does not end
// before 'since'.
static ft_term allows (ft_idl *e, ft_id event, ft_id candidate) {
  ft_id since = e->facts->enablers->since[event];
  ft_id end = ft_enablers_end (e->facts->enablers, candidate);
  ft_term all[2] = {is_before_window (e, candidate)
                        ? ft_smt_not (e->smt, ft_smt_false (e->smt))
                        : time_before (e, candidate, event)};
  if (end == FT_NO_ID || is_before_window (e, since) || !may_include (e, end))
    return all[0];
  ft_term late[2] = {excluded (e, end), time_before (e, since, end)};
  all[1] = ft_smt_or (e->smt, 2, late);
  return ft_smt_and (e->smt, 2, all);
}

// Whether the candidate can allow the event: it is in the cone, or begins
// before the window and lasts into it.
static bool is_candidate (const ft_idl *e, ft_id event, ft_id candidate) {
  ft_id since = e->facts->enablers->since[event];
  ft_id end = ft_enablers_end (e->facts->enablers, candidate);
  if (event_at (e, candidate)->thread == event_at (e, event)->thread)
    return false;
  if (!is_before_window (e, candidate))
    return may_include (e, candidate);
  return end == candidate ? since < candidate
                          : end == FT_NO_ID || !is_before_window (e, end);
}

// The term "'wake' takes 'signal'", which no other wake does.
static ft_term takes (ft_idl *e, ft_id wake, ft_id signal) {
  ft_term taken = ft_smt_bool (e->smt, false);
  ft_term not = ft_smt_not (e->smt, taken);
  ft_smt_assert (
      e->smt,
      ft_smt_or (e->smt, 2, (ft_term[]){not, allows (e, wake, signal)}));
  for (size_t i = 0; i < e->signals.size; i++)
    if (e->signals.begin[i].signal == signal)
      ft_smt_assert (
          e->smt,
          ft_smt_or (e->smt, 2,
                     (ft_term[]){
                         not, ft_smt_not (e->smt, e->signals.begin[i].taken)}));
  FT_PUSH (e->signals, ((struct ft_idl_signal){signal, taken}));
  ft_idl_take (e, signal, wake, taken);
  return taken;
}

// The term "'wake' takes 'broadcast'".
static ft_term hears (ft_idl *e, ft_id wake, ft_id broadcast) {
  ft_term heard = ft_smt_bool (e->smt, false);
  ft_term any[2] = {ft_smt_not (e->smt, heard), allows (e, wake, broadcast)};
  ft_smt_assert (e->smt, ft_smt_or (e->smt, 2, any));
  ft_idl_take (e, broadcast, wake, heard);
  return heard;
}

static void encode_choice (ft_idl *e, ft_id event) {
  const ft_access_lists *l = ft_enablers_lists (e->facts->enablers, event);
  ft_id target = event_at (e, event)->target;
  FT_STACK (ft_term) any = {0};
  FT_PUSH (any, excluded (e, event));
  for (ft_id i = l->list_begin[target]; i < l->list_begin[target + 1]; i++)
    for (ft_id j = l->lists.begin[i].begin; j < l->lists.begin[i].end; j++) {
      ft_id candidate = l->events[j];
      if (!is_candidate (e, event, candidate))
        continue;
      bool once = event_at (e, candidate)->kind == FT_SIGNAL &&
                  !e->cone->question.begin;
      bool hands_on = e->cone->question.c11 &&
                      event_at (e, candidate)->kind == FT_BROADCAST;
      FT_PUSH (any, once       ? takes (e, event, candidate)
                    : hands_on ? hears (e, event, candidate)
                               : allows (e, event, candidate));
    }
  ft_smt_assert (e->smt, ft_smt_or (e->smt, any.size, any.begin));
  FT_RELEASE (any);
}

// ---- semaphores and barriers -----------------------------------------------

typedef FT_STACK (ft_term) terms;

// Lists, for the events of a kind on the object of 'event', without itself, the
// terms "it comes before 'event'" or "it does not".
static void list_others (ft_idl *e, ft_id event, enum ft_kind kind, bool before,
                         terms *all) {
  const ft_object_orders *o = e->facts->orders;
  ft_id object = event_at (e, event)->target;
  for (ft_id i = o->event_begin[object]; i < o->event_begin[object + 1]; i++) {
    ft_id other = o->events[i];
    if (other == event || event_at (e, other)->kind != kind ||
        !may_include (e, other))
      continue;
    ft_term later[2] = {excluded (e, other), time_before (e, event, other)};
    FT_PUSH (*all, before ? time_before (e, other, event)
                          : ft_smt_or (e->smt, 2, later));
  }
}

// The posts before the wait and the units are more than the waits before it.
static void encode_wait (ft_idl *e, ft_id wait) {
  terms all = {0};
  uint64_t units = e->facts->orders->number[event_at (e, wait)->target];
  list_others (e, wait, FT_SEM_WAIT, false, &all);
  uint64_t needed = 1 + all.size;
  list_others (e, wait, FT_SEM_POST, true, &all);
  needed -= needed < units ? needed : units;
  ft_term enough = ft_smt_at_least (e->smt, all.size, all.begin, needed);
  ft_smt_assert (
      e->smt, ft_smt_or (e->smt, 2, (ft_term[]){excluded (e, wait), enough}));
  FT_RELEASE (all);
}

// The last arrival of its thread before the leave.
static ft_id last_arrival (const ft_idl *e, ft_id leave) {
  const ft_object_orders *o = e->facts->orders;
  const ft_event *l = event_at (e, leave);
  ft_id last = FT_NO_ID;
  for (ft_id i = o->event_begin[l->target]; i < o->event_begin[l->target + 1];
       i++)
    if (o->events[i] < leave &&
        event_at (e, o->events[i])->thread == l->thread &&
        event_at (e, o->events[i])->kind == FT_BARRIER_ARRIVE)
      last = o->events[i];
  return last;
}

// Some round holds the arrival, and is full before the leave.
static void encode_leave (ft_idl *e, ft_id leave) {
  terms before = {0}, behind = {0}, rounds = {0};
  uint64_t parties = e->facts->orders->number[event_at (e, leave)->target];
  list_others (e, leave, FT_BARRIER_ARRIVE, true, &before);
  list_others (e, last_arrival (e, leave), FT_BARRIER_ARRIVE, false, &behind);
  uint64_t all = before.size;
  FT_PUSH (rounds, excluded (e, leave));
  for (uint64_t full = parties; full <= all; full += parties) {
    ft_term both[2] = {
        ft_smt_at_least (e->smt, before.size, before.begin, full),
        ft_smt_at_least (e->smt, behind.size, behind.begin, all - full)};
    FT_PUSH (rounds, ft_smt_and (e->smt, 2, both));
  }
  ft_smt_assert (e->smt, ft_smt_or (e->smt, rounds.size, rounds.begin));
  FT_RELEASE (before);
  FT_RELEASE (behind);
  FT_RELEASE (rounds);
}

static void encode_object (ft_idl *e, ft_id event) {
  const ft_object_orders *o = e->facts->orders;
  const ft_event *p = event_at (e, event);
  if (e->cone->question.begin || !o)
    return;
  if (p->kind == FT_SEM_WAIT && o->rule[p->target] == FT_OBJECT_UNITS)
    encode_wait (e, event);
  if (p->kind == FT_BARRIER_LEAVE && o->rule[p->target] == FT_OBJECT_FILLED)
    encode_leave (e, event);
}

void ft_idl_choose (ft_idl *e, ft_id event) {
  ft_smt_group (e->smt, event, FT_NO_ID);
  if (ft_enablers_has (e->facts->enablers, event))
    encode_choice (e, event);
  else
    encode_object (e, event);
  ft_smt_ungroup (e->smt);
}
