// Threads that wait at the end of a schedule.  Whether a thread cannot go on with
// an event (rule 7), and whether the schedule ends in a deadlock of locks (rule 5):
// each of the listed acquires is the next event of its thread, which holds the
// lock that the acquire before it in the cycle waits for.  The readers of a lock
// are found in the schedule, since the state of a lock only counts them.  Compared
// with exhaustive enumeration in tests/unit/test_blocked.c and test_hang.c.

#include "witness/checker_state.h"

#include <assert.h>
#include <inttypes.h>

static bool is_blocking (ft_checker *c, ft_id event) {
  if (event >= c->trace->size)
    return ft_refuse (c, "there is no event %" PRIu32 " in the trace", event);
  const ft_event *e = c->trace->events + event;
  if (ft_event_is_void (e) || !ft_kind_acquires (e->kind))
    return ft_refuse (c, "%s does not take a lock",
                      ft_describe (c->trace, event).text);
  if (e->flags & FT_TRIED)
    return ft_refuse (c, "%s was tried and does not wait for ever",
                      ft_describe (c->trace, event).text);
  return true;
}

static bool thread_comes_twice (ft_checker *c, const ft_witness *w, size_t i) {
  ft_tid t = c->trace->events[w->blocked.begin[i]].thread;
  for (size_t j = 0; j < i; j++)
    if (c->trace->events[w->blocked.begin[j]].thread == t) {
      ft_refuse (c, "%s and %s are of one thread",
                 ft_describe (c->trace, w->blocked.begin[j]).text,
                 ft_describe (c->trace, w->blocked.begin[i]).text);
      return true;
    }
  return false;
}

bool ft_blocked_fits (ft_checker *c, const ft_witness *w) {
  if (w->blocked.size < 2)
    return ft_refuse (c, "a deadlock needs two threads or more");
  for (size_t i = 0; i < w->blocked.size; i++)
    if (!is_blocking (c, w->blocked.begin[i]) || thread_comes_twice (c, w, i))
      return false;
  return true;
}

// Whether the schedule leaves the thread a reader of the lock.
static bool is_reader (ft_checker *c, const ft_witness *w, ft_tid t,
                       ft_id lock) {
  bool reads = false;
  for (size_t i = 0; i < w->schedule.size; i++) {
    const ft_event *e = c->trace->events + w->schedule.begin[i];
    if (e->thread != t || e->target != lock || ft_event_is_void (e))
      continue;
    if (e->kind == FT_ACQUIRE_SHARED)
      reads = true;
    else if (e->kind == FT_RELEASE_SHARED)
      reads = false;
  }
  return reads;
}

static bool waits_for (ft_checker *c, const ft_witness *w, ft_id event,
                       ft_id holder) {
  const ft_event *e = c->trace->events + event;
  ft_tid t = c->trace->events[holder].thread;
  if (ft_checker_lock_now (c, e->target)->holder == t ||
      (e->kind == FT_ACQUIRE && is_reader (c, w, t, e->target)))
    return true;
  return ft_refuse (c, "%s does not wait for %.40s, which does not hold it%s",
                    ft_describe (c->trace, event).text,
                    ft_trace_name (c->trace, FT_CLASS_THREAD, t),
                    e->kind == FT_ACQUIRE ? "" : " exclusively");
}

// What the trace does not show may end the wait: an owner that has died, a join of
// a thread before it is started, a semaphore or rounds whose counts are not known.  A
// wake whose wait has not begun, as a path that was written by hand may have, says nothing.
static bool ends_unseen (ft_checker *c, const ft_event *e) {
  if (ft_kind_acquires (e->kind)) {
    ft_tid t = ft_checker_lock_now (c, e->target)->holder;
    return t != FT_NO_ID &&
           ft_checker_thread_now (c, t)->done == c->facts.length[t];
  }
  if (e->kind == FT_JOIN)
    return c->facts.fork[e->target] == FT_NO_ID ||
           !ft_checker_did (c, c->facts.fork[e->target]);
  if (e->kind == FT_WAKE)
    return ft_checker_thread_now (c, e->thread)->awaits != e->target;
  return (e->kind == FT_SEM_WAIT &&
          !ft_checker_object_now (c, e->target)->counted) ||
         (e->kind == FT_BARRIER_LEAVE &&
          c->facts.objects[e->target].keeps_order);
}

bool ft_blocked_now (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  ft_strbuf *why = c->why;
  c->why = NULL;
  bool waits = !ft_event_is_void (e) && ft_kind_waits (e->kind) &&
               !(e->flags & (FT_TRIED | FT_UNSIGNALLED)) &&
               !ft_kind_allows (c, event);
  c->why = why;
  if (!waits || ends_unseen (c, e))
    return ft_refuse (c, "%s does not wait for ever",
                      ft_describe (c->trace, event).text);
  return true;
}

bool ft_blocked_waits (ft_checker *c, const ft_witness *w) {
  size_t n = w->blocked.size;
  assert (n >= 2);
  for (size_t i = 0; i < n; i++)
    if (!waits_for (c, w, w->blocked.begin[i], w->blocked.begin[(i + 1) % n]))
      return false;
  return true;
}
