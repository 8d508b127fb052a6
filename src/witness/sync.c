// Locks, conditions, barriers and semaphores in a schedule (rule 2).  Signals
// are counted: a wake uses the earliest signal since its wait began that no
// other wake has used.  This leaves the most signals to the others, since wakes
// come in the order of their ends.

#include "witness/checker_state.h"

#include <assert.h>
#include <inttypes.h>

// ---- locks ----

static bool refuse_lock (ft_checker *c, ft_id event) {
  const ft_checker_lock *l =
      ft_checker_lock_now (c, c->trace->events[event].target);
  if (l->holder == FT_NO_ID)
    return ft_refuse (c, "%s takes a lock that readers hold (%" PRIu32 ")",
                      ft_describe (c->trace, event).text, l->readers);
  return ft_refuse (c, "%s takes a lock that %.40s holds",
                    ft_describe (c->trace, event).text,
                    ft_trace_name (c->trace, FT_CLASS_THREAD, l->holder));
}

static bool held_by_another (const ft_checker_lock *l, ft_tid t) {
  bool alone = l->readers == 1 && l->reader_sum == t;
  return (l->holder != FT_NO_ID && l->holder != t) || (l->readers && !alone);
}

bool ft_lock_allows (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_checker_lock *l = ft_checker_lock_now (c, e->target);
  if (e->kind == FT_TRY_FAILED && !held_by_another (l, e->thread))
    return ft_refuse (c, "%s fails although no other thread holds the lock",
                      ft_describe (c->trace, event).text);
  if (!ft_kind_acquires (e->kind))
    return true;
  if (l->holder == FT_NO_ID && (e->kind == FT_ACQUIRE_SHARED || !l->readers))
    return true;
  return refuse_lock (c, event);
}

static void begin_wait (ft_checker *c, const ft_event *e) {
  ft_checker_thread *t = ft_checker_thread_now (c, e->thread);
  const ft_checker_object *o = ft_checker_object_now (c, e->condition);
  t->awaits = e->condition;
  t->signals = o->signals.size;
  t->broadcasts = o->broadcasts;
}

void ft_lock_do (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  ft_checker_lock *l = ft_checker_lock_now (c, e->target);
  assert (!ft_kind_acquires (e->kind) || l->holder == FT_NO_ID);
  if (e->kind == FT_ACQUIRE)
    l->holder = e->thread;
  else if (e->kind == FT_RELEASE)
    l->holder = FT_NO_ID;
  else if (e->kind == FT_ACQUIRE_SHARED)
    l->readers++, l->reader_sum += e->thread;
  else if (e->kind == FT_RELEASE_SHARED)
    l->readers--, l->reader_sum -= e->thread;
  if (ft_kind_releases (e->kind) && e->condition != FT_NO_ID)
    begin_wait (c, e);
}

// ---- conditions ----

// The first signal from number i on that no wake has used; the number of
// signals if there is none.
static size_t unused_signal (ft_checker_object *o, size_t i) {
  size_t unused = i;
  while (unused < o->signals.size && o->signals.begin[unused] != unused)
    unused = o->signals.begin[unused];
  while (i < unused) {
    size_t next = o->signals.begin[i];
    o->signals.begin[i] = unused;
    i = next;
  }
  return unused;
}

static bool broadcast_came (ft_checker *c, const ft_event *wake) {
  return ft_checker_object_now (c, wake->target)->broadcasts >
         ft_checker_thread_now (c, wake->thread)->broadcasts;
}

static bool wake_is_allowed (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_checker_thread *t = ft_checker_thread_now (c, e->thread);
  ft_checker_object *o = ft_checker_object_now (c, e->target);
  if (e->flags & FT_SPURIOUS)
    return true;
  if (t->awaits == e->target &&
      (broadcast_came (c, e) ||
       unused_signal (o, t->signals) < o->signals.size))
    return true;
  return ft_refuse (c,
                    "no signal or broadcast since its wait began is left "
                    "for %s",
                    ft_describe (c->trace, event).text);
}

static void do_wake (ft_checker *c, const ft_event *e) {
  ft_checker_thread *t = ft_checker_thread_now (c, e->thread);
  ft_checker_object *o = ft_checker_object_now (c, e->target);
  if (t->awaits == e->target && !(e->flags & FT_SPURIOUS) &&
      !broadcast_came (c, e)) {
    size_t used = unused_signal (o, t->signals);
    o->signals.begin[used] = used + 1;
  }
  t->awaits = FT_NO_ID;
}

// ---- barriers ----

static bool barrier_is_allowed (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  const ft_recorded_object *fact = c->facts.objects + e->target;
  const ft_checker_object *o = ft_checker_object_now (c, e->target);
  if (fact->keeps_order)
    return o->barrier_events == c->facts.source[event] ||
           ft_refuse (c,
                      "%s must keep its recorded position among the events of "
                      "a barrier "
                      "whose rounds are not known",
                      ft_describe (c->trace, event).text);
  if (e->kind == FT_BARRIER_ARRIVE)
    return true;
  assert (fact->parties > 0);
  uint64_t round =
      ft_checker_thread_now (c, e->thread)->arrival / fact->parties;
  uint64_t needed = (round + 1) * fact->parties;
  return o->arrivals >= needed ||
         ft_refuse (c,
                    "%s leaves after %" PRIu32 " arrivals, but its round is "
                    "full after %" PRIu64,
                    ft_describe (c->trace, event).text, o->arrivals, needed);
}

// ---- semaphores, and all objects ----

static bool semaphore_is_allowed (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  return ft_checker_object_now (c, e->target)->count > 0 ||
         ft_refuse (c, "%s passes a semaphore whose count is 0",
                    ft_describe (c->trace, event).text);
}

bool ft_object_allows (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  if (e->kind == FT_WAKE)
    return wake_is_allowed (c, event);
  if (e->kind == FT_BARRIER_ARRIVE || e->kind == FT_BARRIER_LEAVE)
    return barrier_is_allowed (c, event);
  return e->kind != FT_SEM_WAIT || semaphore_is_allowed (c, event);
}

void ft_object_do (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  ft_checker_object *o = ft_checker_object_now (c, e->target);
  size_t number = o->signals.size; // an unused signal has its own number
  assert (e->kind != FT_SEM_WAIT || o->count > 0);
  if (e->kind == FT_BARRIER_ARRIVE || e->kind == FT_BARRIER_LEAVE)
    o->barrier_events++;
  if (e->kind == FT_BARRIER_ARRIVE)
    ft_checker_thread_now (c, e->thread)->arrival = o->arrivals++;
  else if (e->kind == FT_WAKE)
    do_wake (c, e);
  else if (e->kind == FT_SIGNAL)
    FT_PUSH (o->signals, number);
  else if (e->kind == FT_BROADCAST)
    o->broadcasts++;
  else if (e->kind == FT_SEM_POST)
    o->count++;
  else if (e->kind == FT_SEM_WAIT)
    o->count--;
  else if (e->kind == FT_SEM_INIT && e->flags & FT_HAS_VALUE)
    o->counted = !o->count,
    o->count = (int64_t)(e->value > INT32_MAX ? INT32_MAX : e->value);
}
