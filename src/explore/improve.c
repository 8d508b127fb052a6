#include "explore/improve.h"
#include "explore/interleavings.h"

#include <assert.h>

#include <string.h>

#include "base/checksum.h"
#include "base/strbuf.h"

// ---- the threads that a thread waits for -----------------------------------

typedef struct rush {
  const ft_index *index;
  const ft_trace *trace;
  ft_event_list *schedule;
  ft_id *next;        // by thread: local position of its next event
  ft_id *limit;       // by thread: local position at which it stops
  ft_tid *owner;      // by lock: the thread that holds it exclusively; FT_NO_ID
  uint32_t *shares;   // by lock: the number of threads that share it
  uint32_t *notified; // by object: notifications made
  uint32_t *needed;   // by event: notifications of its object before it
  uint64_t *units;    // by object: of semaphores; NULL: a wait takes the post
                      // that it took in the trace
} rush;

static bool notifies (enum ft_kind kind) {
  return kind == FT_SIGNAL || kind == FT_BROADCAST ||
         kind == FT_BARRIER_ARRIVE || kind == FT_SEM_POST ||
         kind == FT_SEM_INIT;
}

static bool is_wait (const ft_event *e) {
  return (e->kind == FT_WAKE && !(e->flags & FT_UNSIGNALLED)) ||
         e->kind == FT_BARRIER_LEAVE || e->kind == FT_SEM_WAIT;
}

static bool is_done (const rush *r, ft_id event) {
  ft_tid t = r->trace->events[event].thread;
  return r->index->local[event] < r->next[t];
}

// The thread of the first notification of an object that was not made.
static ft_tid next_notifier (const rush *r, ft_id object, ft_id before) {
  for (ft_id e = 0; e < before; e++) {
    const ft_event *x = r->trace->events + e;
    if (notifies (x->kind) && x->target == object && !is_done (r, e))
      return x->thread;
  }
  return FT_NO_ID;
}

// Another thread that shares the lock; 't' if there is none.
static ft_tid other_sharer (const rush *r, ft_tid t, ft_id lock) {
  for (ft_tid other = 0; other < r->index->threads; other++) {
    ft_id cell = ft_index_held_at (r->index, other, r->next[other]);
    for (; cell && other != t; cell = r->index->cells.begin[cell].outer) {
      const ft_event *e =
          r->trace->events + r->index->cells.begin[cell].acquire;
      if (e->kind == FT_ACQUIRE_SHARED && e->target == lock)
        return other;
    }
  }
  return t;
}

// The thread that must run before 't' can make its next step: 't' if it can,
// FT_NO_ID if it is at its limit or its end.
static ft_tid find_blocker (const rush *r, ft_tid t) {
  ft_id k = r->next[t], fork = r->index->fork_of[t];
  if (!k && fork != FT_NO_ID && !is_done (r, fork))
    return r->trace->events[fork].thread;
  if (k >= r->limit[t] || k >= ft_index_length (r->index, t))
    return FT_NO_ID;
  ft_id event = ft_index_event (r->index, t, k);
  const ft_event *e = r->trace->events + event;
  if (ft_event_is_void (e))
    return t;
  if (ft_kind_acquires (e->kind)) {
    ft_tid owner = r->owner[e->target];
    if (owner != FT_NO_ID && owner != t)
      return owner;
    if (e->kind == FT_ACQUIRE && r->shares[e->target])
      return other_sharer (r, t, e->target);
  }
  if (e->kind == FT_JOIN &&
      r->next[e->target] < ft_index_length (r->index, e->target))
    return e->target;
  if (e->kind == FT_SEM_WAIT && r->units)
    return r->units[e->target] ? t : next_notifier (r, e->target, event);
  if (is_wait (e) && r->notified[e->target] < r->needed[event])
    return next_notifier (r, e->target, event);
  return t;
}

// Follows the chain of waiting threads to one that can run; FT_NO_ID if the
// chain ends at a limit or in a cycle.
static ft_tid runnable (const rush *r, ft_tid t) {
  for (ft_tid steps = 0; steps <= r->index->threads; steps++) {
    ft_tid next = find_blocker (r, t);
    if (next == t || next == FT_NO_ID)
      return next;
    t = next;
  }
  return FT_NO_ID;
}

// A semaphore whose value is not known never makes a wait wait.
static void count_units (uint64_t *units, const ft_event *e) {
  if (e->kind == FT_SEM_INIT)
    *units = e->flags & FT_HAS_VALUE ? e->value : UINT32_MAX;
  if (e->kind == FT_SEM_POST)
    ++*units;
  if (e->kind == FT_SEM_WAIT)
    --*units;
}

static void apply_step (rush *r, const ft_event *e) {
  if (ft_event_is_void (e))
    return;
  if (e->kind == FT_ACQUIRE)
    r->owner[e->target] = e->thread;
  if (e->kind == FT_ACQUIRE_SHARED)
    r->shares[e->target]++;
  if (e->kind == FT_RELEASE)
    r->owner[e->target] = FT_NO_ID;
  if (e->kind == FT_RELEASE_SHARED && r->shares[e->target])
    r->shares[e->target]--;
  if (notifies (e->kind))
    r->notified[e->target]++;
  if (r->units && ft_kind_class (e->kind) == FT_CLASS_OBJECT)
    count_units (r->units + e->target, e);
}

static void step (rush *r, ft_tid t) {
  ft_id event = ft_index_event (r->index, t, r->next[t]++);
  apply_step (r, r->trace->events + event);
  FT_PUSH (*r->schedule, event);
}

// Runs a thread to local position 'to' or as far as possible; whether it got
// there.
static bool rush_to (rush *r, ft_tid t, ft_id to) {
  while (r->next[t] < to) {
    ft_tid who = runnable (r, t);
    if (who == FT_NO_ID)
      return false;
    step (r, who);
  }
  return true;
}

// ---- choices ---------------------------------------------------------------

static void bring_together (rush *r, ft_id before, ft_id after) {
  ft_tid a = r->trace->events[before].thread;
  ft_tid b = r->trace->events[after].thread;
  ft_id to_a = r->index->local[before], to_b = r->index->local[after];
  rush_to (r, a, to_a);
  r->limit[a] = to_a;
  bool both = rush_to (r, b, to_b);
  r->limit[a] = FT_NO_ID;
  if (!both)
    rush_to (r, b, to_b);
  rush_to (r, a, to_a + 1);
  rush_to (r, b, to_b + 1);
}

static void hold_thread (rush *r, ft_tid held, ft_id at) {
  rush_to (r, held, at);
  r->limit[held] = at;
  for (ft_tid t = 0; t < r->index->threads; t++)
    if (t != held)
      rush_to (r, t, ft_index_length (r->index, t));
  r->limit[held] = FT_NO_ID;
  rush_to (r, held, ft_index_length (r->index, held));
}

static void choose (rush *r, const ft_id pair[2], enum ft_improvement how) {
  ft_tid first = r->trace->events[pair[0]].thread;
  ft_tid second = r->trace->events[pair[1]].thread;
  switch (how) {
  case FT_IMPROVE_SECOND_FIRST:
    bring_together (r, pair[1], pair[0]);
    return;
  case FT_IMPROVE_FIRST_FIRST:
    bring_together (r, pair[0], pair[1]);
    return;
  case FT_IMPROVE_HOLD_FIRST:
    hold_thread (r, first, r->index->local[pair[0]]);
    return;
  case FT_IMPROVE_HOLD_SECOND:
    hold_thread (r, second, r->index->local[pair[1]]);
    return;
  case FT_IMPROVE_BAR_FIRST:
    hold_thread (r, first, 0);
    return;
  case FT_IMPROVE_BAR_SECOND:
    hold_thread (r, second, 0);
    return;
  }
}

// ---- the state of a rush ---------------------------------------------------

static void count_needed (rush *r, uint32_t *notified) {
  for (ft_id e = 0; e < r->trace->size; e++) {
    const ft_event *x = r->trace->events + e;
    if (is_wait (x) && x->target != FT_NO_ID)
      r->needed[e] = notified[x->target];
    if (notifies (x->kind))
      notified[x->target]++;
  }
}

static void init (rush *r) {
  const ft_tables *tables = &r->trace->tables;
  uint32_t locks = ft_tables_count (tables, FT_CLASS_LOCK) + 1;
  uint32_t objects = ft_tables_count (tables, FT_CLASS_OBJECT) + 1;
  ft_tid threads = r->index->threads + 1;
  r->next = FT_ARRAY (ft_id, threads);
  r->limit = FT_ARRAY (ft_id, threads);
  r->owner = FT_ARRAY (ft_tid, locks);
  r->shares = FT_ARRAY (uint32_t, locks);
  r->notified = FT_ARRAY (uint32_t, objects);
  r->needed = FT_ARRAY (uint32_t, r->trace->size + 1);
  memset (r->limit, 0xff, threads * sizeof *r->limit);
  memset (r->owner, 0xff, locks * sizeof *r->owner);
  count_needed (r, r->notified);
  memset (r->notified, 0, objects * sizeof *r->notified);
}

static void release (rush *r) {
  free (r->next);
  free (r->limit);
  free (r->owner);
  free (r->shares);
  free (r->notified);
  free (r->needed);
  free (r->units);
}

void ft_improve (const ft_index *index, const ft_id pair[2],
                 enum ft_improvement how, ft_event_list *schedule) {
  assert (pair[0] < pair[1]);
  rush r = {.index = index, .trace = index->trace, .schedule = schedule};
  FT_CLEAR (*schedule);
  init (&r);
  choose (&r, pair, how);
  release (&r);
}

// Runs a thread, and then all others but the stopped one, as far as possible.
static void run_others (rush *r, ft_tid first, ft_tid stopped) {
  rush_to (r, first, ft_index_length (r->index, first));
  for (ft_tid t = 0; t < r->index->threads; t++)
    if (t != stopped)
      rush_to (r, t, ft_index_length (r->index, t));
}

static uint32_t objects_of (const ft_index *x) {
  return ft_tables_count (&x->trace->tables, FT_CLASS_OBJECT);
}

bool ft_interleaving_schedule (const ft_index *index, const ft_interleaving *o,
                             ft_event_list *schedule) {
  const ft_event *events = index->trace->events;
  rush r = {.index = index, .trace = index->trace, .schedule = schedule};
  ft_tid stopped = events[o->stop].thread, other = events[o->run].thread;
  FT_CLEAR (*schedule);
  init (&r);
  r.units = FT_ARRAY (uint64_t, objects_of (index) + 1);
  for (uint32_t i = 0; i < objects_of (index); i++)
    r.units[i] = UINT32_MAX;
  ft_id prefix = stopped == other ? o->run + 1 : o->stop;
  for (ft_id e = 0; e < prefix; e++)
    step (&r, events[e].thread);
  r.limit[stopped] = index->local[o->stop];
  bool fine = rush_to (&r, other, index->local[o->run] + 1);
  if (fine && o->then == FT_NO_ID && !o->goes_on)
    run_others (&r, other, stopped);
  r.limit[stopped] = FT_NO_ID;
  if (fine && o->then != FT_NO_ID)
    fine = rush_to (&r, events[o->then].thread, index->local[o->then] + 1);
  release (&r);
  return fine;
}

uint64_t ft_improve_digest (const ft_trace *trace,
                            const ft_event_list *schedule) {
  ft_strbuf text = {0};
  for (size_t i = 0; i < schedule->size; i++) {
    const ft_event *e = trace->events + schedule->begin[i];
    if (!ft_kind_computes (e->kind))
      ft_strbuf_add (&text, "%s %u %s\n",
                     ft_trace_name (trace, FT_CLASS_THREAD, e->thread), e->kind,
                     ft_trace_name (trace, FT_CLASS_LOCATION, e->location));
  }
  uint64_t digest = ft_checksum (ft_strbuf_text (&text), text.size);
  ft_strbuf_release (&text);
  return digest ? digest : 1;
}
