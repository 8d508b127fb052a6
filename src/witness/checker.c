// See 'checker.h'.  The schedule is run event by event: program order and
// threads here, locks and objects in 'sync.c', memory in 'memory.c' and
// 'blocks.c', the reads that matter in 'needs.c', the values that they may
// return instead in 'value_model.c', alternative paths in 'paths.c', what happens
// before what under c11 in 'c11.c', and deadlocks in 'blocked.c'.  Cost: linear in the schedule.  Compared with exhaustive
// enumeration and with a quadratic statement of the rules in
// tests/unit/test_check.c.

#include "witness/c11.h"
#include "witness/rc11.h"

#include <inttypes.h>

ft_checker *ft_checker_new (const ft_trace *trace) {
  const ft_tables *tables = &trace->tables;
  ft_checker *c = FT_NEW (ft_checker);
  c->trace = trace;
  ft_recorded_init (&c->facts, trace);
  c->threads =
      FT_ARRAY (ft_checker_thread, ft_tables_count (tables, FT_CLASS_THREAD));
  c->locks =
      FT_ARRAY (ft_checker_lock, ft_tables_count (tables, FT_CLASS_LOCK));
  c->variables = FT_ARRAY (ft_checker_variable,
                           ft_tables_count (tables, FT_CLASS_VARIABLE));
  c->objects =
      FT_ARRAY (ft_checker_object, ft_tables_count (tables, FT_CLASS_OBJECT));
  c->locals = FT_ARRAY (ft_checker_local, c->facts.local_count);
  c->spoiled = FT_ARRAY (uint64_t, trace->size);
  return c;
}

void ft_checker_free (ft_checker *c) {
  if (!c)
    return;
  ft_id objects = ft_tables_count (&c->trace->tables, FT_CLASS_OBJECT);
  for (ft_id o = 0; o < objects; o++)
    FT_RELEASE (c->objects[o].signals);
  free (c->threads);
  free (c->locks);
  free (c->variables);
  free (c->objects);
  free (c->locals);
  free (c->spoiled);
  ft_checker_values_free (c->values);
  ft_happens_before_free (c->after, c);
  ft_map_release (&c->stale);
  ft_paths_free (c);
  ft_recorded_release (&c->facts);
  ft_ranges_release (&c->live);
  free (c);
}

// ---- rules 1 and 2 for threads ----

static bool is_forked (ft_checker *c, ft_id event) {
  ft_tid t = c->trace->events[event].thread;
  ft_id fork = c->facts.fork[t];
  return fork == FT_NO_ID || ft_checker_did (c, fork) ||
         ft_refuse (c, "%s comes before %s starts its thread",
                    ft_describe (c->trace, event).text,
                    ft_describe (c->trace, fork).text);
}

static bool is_next_in_thread (ft_checker *c, ft_id event) {
  ft_tid t = c->trace->events[event].thread;
  ft_id done = ft_checker_thread_now (c, t)->done,
        local = c->facts.local[event];
  if (done > local && !c->paths)
    return ft_refuse (c, "%s is in the schedule twice",
                      ft_describe (c->trace, event).text);
  if (done != local && c->paths)
    return ft_refuse (c, "%s is not next on the path of its thread",
                      ft_describe (c->trace, event).text);
  return done == local ||
         ft_refuse (c,
                    "%s is event %" PRIu32 " of its thread, but only %" PRIu32
                    " were done",
                    ft_describe (c->trace, event).text, local + 1, done);
}

bool ft_checker_reaches (ft_checker *c, ft_id event) {
  return is_next_in_thread (c, event) && is_forked (c, event);
}

static bool join_is_allowed (ft_checker *c, ft_id event) {
  ft_tid child = c->trace->events[event].target;
  ft_id done = ft_checker_thread_now (c, child)->done,
        fork = c->facts.fork[child];
  if (fork != FT_NO_ID && !ft_checker_did (c, fork))
    return ft_refuse (c, "%s comes before %s",
                      ft_describe (c->trace, event).text,
                      ft_describe (c->trace, fork).text);
  return done == c->facts.length[child] ||
         ft_refuse (c,
                    "%s comes before the thread is over: %" PRIu32
                    " of its %" PRIu32 " events were done",
                    ft_describe (c->trace, event).text, done,
                    c->facts.length[child]);
}

// ---- one event ----

bool ft_kind_allows (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  switch ((enum ft_kind)e->kind) {
  case FT_READ:
  case FT_WRITE:
  case FT_ATOMIC_READ:
  case FT_ATOMIC_WRITE:
  case FT_ATOMIC_RMW:
  case FT_FREE:
    return ft_memory_allows (c, event);
  case FT_ACQUIRE:
  case FT_RELEASE:
  case FT_ACQUIRE_SHARED:
  case FT_RELEASE_SHARED:
  case FT_TRY_FAILED:
    return ft_lock_allows (c, event);
  case FT_JOIN:
    return join_is_allowed (c, event);
  case FT_WAKE:
  case FT_SIGNAL:
  case FT_BROADCAST:
  case FT_BARRIER_ARRIVE:
  case FT_BARRIER_LEAVE:
  case FT_SEM_INIT:
  case FT_SEM_POST:
  case FT_SEM_WAIT:
    return ft_object_allows (c, event);
  case FT_FENCE:
  case FT_ALLOC:
    return ft_block_allows (c, event);
  case FT_FORK:
  case FT_BRANCH:
  case FT_LOCAL:
    return true;
  }
  return false;
}

static void do_event (ft_checker *c, ft_id event) {
  const ft_event *e = c->trace->events + event;
  if (ft_kind_class (e->kind) == FT_CLASS_LOCK)
    ft_lock_do (c, event);
  else if (ft_kind_class (e->kind) == FT_CLASS_OBJECT)
    ft_object_do (c, event);
  else if (ft_kind_accesses (e->kind) || e->kind == FT_FREE)
    ft_memory_do (c, event);
  if (e->kind == FT_ALLOC || e->kind == FT_FREE)
    ft_block_do (c, event);
}

// ---- rule 3 ----

static bool needs_hold (ft_checker *c, ft_id event, bool racing) {
  return c->model == FT_MODEL_MCM ? ft_needs_hold (c, event, racing)
                                  : ft_checker_values_hold (c, event, racing);
}

static bool note_values (ft_checker *c, ft_id event) {
  return c->model == FT_MODEL_MCM ? ft_needs_note (c, event)
                                  : ft_checker_values_note (c, event);
}

bool ft_checker_run (ft_checker *c, ft_id event) {
  if (event >= c->trace->size)
    return ft_refuse (c, "there is no event %" PRIu32 " in the trace", event);
  const ft_event *e = c->trace->events + event;
  if (!ft_checker_reaches (c, event))
    return false;
  if (!ft_event_is_void (e)) {
    if (!needs_hold (c, event, false) || !ft_kind_allows (c, event) ||
        !note_values (c, event))
      return false;
    do_event (c, event);
  }
  if (c->c11)
    ft_happens_before_step (c->after, c, event);
  if (c->paths)
    ft_paths_step (c, event);
  else
    ft_checker_thread_now (c, e->thread)->done++;
  return true;
}

// ---- the pair ----

static bool pair_conflicts (ft_checker *c, const ft_id *pair) {
  for (int i = 0; i < 2; i++)
    if (pair[i] >= c->trace->size)
      return ft_refuse (c, "there is no event %" PRIu32 " in the trace",
                        pair[i]);
  return ft_trace_conflict (c->trace, pair[0], pair[1], NULL) ||
         ft_refuse (c, "%s and %s do not conflict",
                    ft_describe (c->trace, pair[0]).text,
                    ft_describe (c->trace, pair[1]).text);
}

static bool is_pending (ft_checker *c, ft_id event, const char *role) {
  if (ft_checker_did (c, event))
    return ft_refuse (c, "%s %s, but is in the schedule",
                      ft_describe (c->trace, event).text, role);
  return ft_checker_reaches (c, event);
}

// Rule 4.  A successful compare-and-swap that races with an access that does
// not write must succeed in the schedule too, since otherwise neither writes.
static bool is_enabled (ft_checker *c, ft_id event, ft_id other) {
  const ft_event *e = c->trace->events + event;
  bool writes = ft_event_must_write (e, c->trace->events + other);
  if (writes && !(e->flags & FT_HAS_VALUE))
    return ft_refuse (c,
                      "the value that %s read is not recorded, so that it "
                      "may write nothing",
                      ft_describe (c->trace, event).text);
  return is_pending (c, event, "races") && needs_hold (c, event, !writes) &&
         ft_memory_allows (c, event) &&
         (!writes || note_values (c, event) ||
          ft_refuse (c, "; with an access that does not write it races only "
                        "if it writes"));
}

// ---- the deadlock ----

static bool is_deadlocked (ft_checker *c, const ft_witness *witness) {
  for (size_t i = 0; i < witness->blocked.size; i++) {
    ft_id event = witness->blocked.begin[i];
    if (!is_pending (c, event, "is blocked") ||
        !ft_needs_hold (c, event, false))
      return false;
  }
  return ft_blocked_waits (c, witness);
}

// ---- the failure ----

// Rule 7.  A thread that was not started has nobody left who starts it.
static bool all_wait (ft_checker *c) {
  for (ft_id e = 0; e < c->trace->size; e++) {
    ft_tid t = c->trace->events[e].thread;
    ft_id fork = c->facts.fork[t];
    if (ft_checker_thread_now (c, t)->done == c->facts.local[e] &&
        (fork == FT_NO_ID || ft_checker_did (c, fork)) &&
        (!ft_blocked_now (c, e) || !needs_hold (c, e, false)))
      return false;
  }
  for (ft_tid t = 0; t < c->facts.threads; t++) {
    ft_id done = ft_checker_thread_now (c, t)->done, all = c->facts.length[t],
          fork = c->facts.fork[t];
    bool started = all || (fork != FT_NO_ID && ft_checker_did (c, fork));
    if (done > all || (started && done == all && !c->facts.joined[t]))
      return ft_refuse (c, "the trace does not show that %.40s is over",
                        ft_trace_name (c->trace, FT_CLASS_THREAD, t));
  }
  return true;
}

// Rule 6.  The value that a failing access reads or writes is free.
static bool is_failing (ft_checker *c, const ft_witness *w) {
  bool waits = w->failure == FT_FAILURE_LOST_WAKEUP ||
               w->failure == FT_FAILURE_DEADLOCK;
  return is_pending (c, w->fails, "fails") &&
         (waits ? all_wait (c)
                : ft_event_is_void (c->trace->events + w->fails) ||
                      needs_hold (c, w->fails, true)) &&
         ft_failure_is_freed (c, w);
}

// ---- the pair, under c11 ----

// The last access is about to be executed, as those of sequential consistency
// are: nobody depends on its value.
static bool runs_last (ft_checker *c, ft_id event, bool writes) {
  if (event >= c->trace->size)
    return ft_refuse (c, "there is no event %" PRIu32 " in the trace", event);
  if (!ft_checker_reaches (c, event) || !needs_hold (c, event, !writes) ||
      !ft_kind_allows (c, event))
    return false;
  ft_happens_before_step (c->after, c, event);
  return true;
}

// Whether the events run, and a successful compare-and-swap that races with an
// access that does not write succeeds again.
static bool runs_whole (ft_checker *c, const ft_witness *w) {
  for (size_t i = 0; i < w->schedule.size; i++) {
    ft_id event = w->schedule.begin[i];
    ft_id other = event == w->pair[0] ? w->pair[1] : w->pair[0];
    bool writes = (event == w->pair[0] || event == w->pair[1]) &&
                  ft_event_must_write (c->trace->events + event,
                                       c->trace->events + other);
    ft_wrong_read wrong;
    if (writes && c->model != FT_MODEL_MCM)
      return ft_refuse (c, "%s races with a read only if it writes, which is "
                           "asked under mcm alone",
                        ft_describe (c->trace, event).text);
    if (writes && (!(c->trace->events[event].flags & FT_HAS_VALUE) ||
                   !ft_memory_reads_right (c, event, &wrong)))
      return ft_refuse (c, "%s races with a read only if it writes",
                        ft_describe (c->trace, event).text);
    bool last = c->c11 && i + 1 == w->schedule.size;
    if (last ? !runs_last (c, event, writes) : !ft_checker_run (c, event))
      return false;
  }
  return true;
}

// ---- the pair, under rc11 ----

// The reads that the witness redirects, for the run of its schedule.
static void take_graph (ft_checker *c, const ft_witness *w) {
  c->graph = w;
  ft_map_release (&c->stale);
  for (size_t i = 0; i < w->reads.size; i++)
    *ft_map_at (&c->stale, w->reads.begin[i].read) = (ft_id)i;
}

static bool names_events (const ft_checker *c, const ft_witness *w) {
  ft_id size = c->trace->size;
  bool fine = true;
  for (size_t i = 0; i < w->reads.size; i++) {
    ft_read_from r = w->reads.begin[i];
    fine &= r.read < size && (r.write == FT_NO_ID || r.write < size);
  }
  for (size_t i = 0; i < w->orders.size; i++)
    fine &= w->orders.begin[i] == FT_NO_ID || w->orders.begin[i] < size;
  return fine;
}

static bool races_in_graph (ft_checker *c, const ft_witness *w, ft_id first) {
  if (c->stale.size < w->reads.size)
    return ft_refuse (c, "an event is in 'reads' twice");
  if (!names_events (c, w))
    return ft_refuse (c, "'reads' or 'modification_orders' names an event that "
                         "is not in the trace");
  if (!runs_whole (c, w))
    return false;
  return ft_checker_did (c, first)
             ? ft_rc11_accepts (c, w, first)
             : ft_refuse (c, "%s races, but is not in the schedule",
                          ft_describe (c->trace, first).text);
}

// Rule 4 under c11: both accesses are in the schedule, one of them last, and
// the other one does not happen before it.
static bool races_unordered (ft_checker *c, const ft_witness *w) {
  ft_id last = w->schedule.size ? FT_TOP (w->schedule) : (ft_id)FT_NO_ID;
  bool second = last == w->pair[1];
  ft_id first = second ? w->pair[0] : w->pair[1];
  if (!second && last != w->pair[0])
    return ft_refuse (c, "under %s the schedule ends in an access of the pair",
                      ft_memory_model_name (w->memory));
  if (w->memory == FT_MEMORY_RC11)
    return races_in_graph (c, w, first);
  if (!c->after)
    c->after = ft_happens_before_new (c);
  c->c11 = true;
  ft_happens_before_begin (c->after, first);
  if (!runs_whole (c, w))
    return false;
  if (!ft_checker_did (c, first))
    return ft_refuse (c, "%s races, but is not in the schedule",
                      ft_describe (c->trace, first).text);
  return !ft_happens_before_now (c->after, c->trace->events[last].thread) ||
         ft_refuse (c, "%s happens before %s",
                    ft_describe (c->trace, first).text,
                    ft_describe (c->trace, last).text);
}

// ---- runs ----

// Without branch events every read matters, so that no model relaxes anything.
void ft_checker_begin (ft_checker *c, enum ft_model model, ft_strbuf *why) {
  c->run++;
  ft_ranges_release (&c->live);
  c->overlaps = false;
  c->renewed = FT_NO_WRONG_READ;
  c->c11 = false;
  c->graph = NULL;
  c->why = why;
  c->model = c->facts.has_branches ? model : FT_MODEL_MCM;
  if (c->model != FT_MODEL_MCM)
    ft_checker_values_prepare (c);
  FT_CLEAR (c->flipped);
}

// ---- a whole schedule ----

bool ft_checker_accepts (ft_checker *c, const ft_witness *witness,
                         ft_strbuf *why) {
  bool c11 = witness->memory != FT_MEMORY_SC;
  if (witness->model == FT_MODEL_PATH && !c->paths)
    return ft_paths_accept (c, witness, why);
  bool deadlock = !FT_EMPTY (witness->blocked);
  bool failure = witness->failure != FT_FAILURE_NONE && !deadlock;
  bool race = !deadlock && !failure;
  ft_checker_begin (c, deadlock ? FT_MODEL_MCM : witness->model, why);
  if (deadlock  ? !ft_blocked_fits (c, witness)
      : failure ? !ft_failure_fits (c, witness)
                : !pair_conflicts (c, witness->pair))
    return false;
  if (witness->memory == FT_MEMORY_RC11 && race)
    take_graph (c, witness);
  if (c11 && race)
    return races_unordered (c, witness);
  for (size_t i = 0; i < witness->schedule.size; i++)
    if (!ft_checker_run (c, witness->schedule.begin[i]))
      return false;
  if (deadlock)
    return is_deadlocked (c, witness);
  if (failure)
    return is_failing (c, witness);
  return is_enabled (c, witness->pair[0], witness->pair[1]) &&
         is_enabled (c, witness->pair[1], witness->pair[0]);
}
