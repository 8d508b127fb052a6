#include "replay/replay_schedule.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "replay/thread_numbers.h"
#include "runtime/wire.h"
#include "trace/assumed.h"

void ft_replay_schedule_release (ft_replay_schedule *schedule) {
  FT_RELEASE (schedule->threads);
  FT_RELEASE (schedule->slices);
  FT_RELEASE (schedule->pending);
  FT_RELEASE (schedule->holds);
  FT_RELEASE (schedule->stale);
}

static void print_slice (const ft_replay_slice *slice, ft_strbuf *text) {
  if (slice->ends) {
    ft_strbuf_add (text, "end %" PRIu32 " %" PRIu64 " %d\n", slice->to.thread,
                   slice->to.word, slice->at_or_after ? FT_WIRE_SLACK : 0);
    return;
  }
  ft_strbuf_add (text, "%s %" PRIu32 " %" PRIu64 "\n",
                 slice->gdb_stop        ? "halt"
                 : slice->at_or_after   ? "pass"
                 : slice->enters_kernel ? "away"
                 : slice->blocks        ? "wait"
                                        : "run",
                 slice->to.thread, slice->to.word);
}

static void print_hold (const ft_replay_hold *hold, ft_strbuf *text) {
  ft_strbuf_add (text, "park %" PRIu32 " %" PRIu64, hold->thread, hold->tick);
  if (hold->access)
    ft_strbuf_add (text, " %" PRIu64, hold->access);
  if (hold->access && hold->passes)
    ft_strbuf_add (text, " %u", hold->passes);
  ft_strbuf_add (text, "\n");
}

static void print_stale (const ft_replay_stale *load, ft_strbuf *text) {
  ft_strbuf_add (text,
                 "stale %" PRIu32 " %" PRIu64 " %" PRIu64 " %u %" PRIu64 "\n",
                 load->at.thread, load->at.word, load->address, load->bytes,
                 load->value);
}

void ft_replay_schedule_print (const ft_replay_schedule *schedule,
                               enum ft_replay_end then, ft_strbuf *text) {
  static const char *const names[] = {"free", "stop", "gdb", "gdb", "whole"};
  ft_strbuf_add (text, "foretrace-plan 1\n");
  for (size_t i = 1; i < schedule->threads.size; i++) // thread 0 is not created
    ft_strbuf_add (text, "thread %zu %" PRIu32 " %" PRIu32 "\n", i,
                   schedule->threads.begin[i].parent,
                   schedule->threads.begin[i].child);
  for (size_t i = 0; i < schedule->slices.size; i++)
    if (then == FT_REPLAY_THEN_STEPS || !schedule->slices.begin[i].gdb_stop)
      print_slice (schedule->slices.begin + i, text);
  for (size_t i = 0; i < schedule->holds.size; i++)
    print_hold (schedule->holds.begin + i, text);
  for (size_t i = 0; i < schedule->stale.size; i++)
    print_stale (schedule->stale.begin + i, text);
  ft_strbuf_add (text, "then %s\n", names[then]);
}

bool ft_replay_schedule_hold_earlier (ft_replay_schedule *schedule, ft_tick at,
                                      uint64_t before) {
  bool found = false;
  for (size_t i = 0; i < schedule->holds.size; i++) {
    ft_replay_hold *hold = schedule->holds.begin + i;
    if (hold->thread != at.thread || hold->tick != at.word ||
        before >= at.word || hold->is_closer)
      continue;
    hold->tick = before;
    hold->passes = 0;
    found = true;
  }
  for (size_t i = 0; found && i < schedule->slices.size; i++) {
    ft_tick *to = &schedule->slices.begin[i].to;
    if (to->thread == at.thread && to->word > before)
      to->word = before;
  }
  return found;
}

// The last slice of the thread ends where it is held.
static void move_last (ft_replay_schedule *schedule, uint32_t thread,
                       uint64_t tick) {
  for (size_t i = schedule->slices.size; i--;)
    if (schedule->slices.begin[i].to.thread == thread) {
      schedule->slices.begin[i].to.word = tick;
      return;
    }
}

bool ft_replay_schedule_hold_closer (ft_replay_schedule *schedule, ft_tick at,
                                     uint64_t tick, unsigned passes) {
  bool found = false;
  for (size_t i = 0; i < schedule->holds.size; i++) {
    ft_replay_hold *hold = schedule->holds.begin + i;
    if (hold->thread != at.thread || hold->access != at.word || tick > at.word)
      continue;
    if (tick != hold->tick)
      move_last (schedule, at.thread, tick);
    hold->tick = tick;
    hold->passes = passes;
    hold->is_closer = true;
    found = true;
  }
  return found;
}

// The runtime lets the held threads make their records in the order of the
// holds.
bool ft_replay_schedule_set_first (ft_replay_schedule *schedule,
                                   unsigned access) {
  if (schedule->holds.size != 2 || schedule->pending.size != 2)
    return false;
  ft_replay_hold *holds = schedule->holds.begin;
  if (holds[0].thread != schedule->pending.begin[access].thread) {
    ft_replay_hold first = holds[1];
    holds[1] = holds[0];
    holds[0] = first;
  }
  return true;
}

// ---- events with a tick ----------------------------------------------------

// A thread of the trace and how far the slices run it.
typedef struct walker {
  uint32_t number; // of the runtime; FT_NO_ID: none of its events is known
  size_t from, to; // its events in 'order'
  size_t next;     // in 'order': not yet done
  uint64_t tick;   // ticks of its log that are done
  uint64_t hold;   // tick at which it is held; UINT64_MAX for none
} walker;

typedef struct planner {
  ft_replay_schedule *schedule;
  const ft_trace *trace;
  const ft_witness *witness;
  FT_STACK (ft_id)
  steps;                    // the schedule of the witness, without events that
                            // only compute, which have no record of their own
  FT_STACK (ft_pos) events; // ascending; events whose ticks are needed
  ft_tick *ticks;           // owned; parallel to 'events'
  ft_id *order;             // owned; indices into 'events', by thread
  walker *walkers;          // owned; by thread of the trace
  ft_tid thread_count;
} planner;

static void release (planner *p) {
  FT_RELEASE (p->steps);
  FT_RELEASE (p->events);
  free (p->ticks);
  free (p->order);
  free (p->walkers);
}

static size_t pending_count (const ft_witness *w) {
  if (!FT_EMPTY (w->blocked))
    return w->blocked.size;
  return w->pair[0] == FT_NO_ID ? 0 : 2;
}

// Under c11 both accesses are in the schedule, and its last one is held.
static bool is_held (const ft_witness *w, ft_id event) {
  return w->memory == FT_MEMORY_SC || event == FT_TOP (w->schedule);
}

static ft_id pending (const ft_witness *w, size_t i) {
  return FT_EMPTY (w->blocked) ? w->pair[i] : w->blocked.begin[i];
}

// Collects the events of the schedule, and for each thread the next event,
// which is pending or before which the thread stops.
static void choose_events (planner *p) {
  const ft_event *events = p->trace->events;
  size_t steps =
      p->witness->schedule.size - (p->witness->memory != FT_MEMORY_SC);
  for (size_t i = 0; i < steps; i++)
    if (!ft_kind_computes (events[p->witness->schedule.begin[i]].kind))
      FT_PUSH (p->steps, p->witness->schedule.begin[i]);
  bool *wanted = FT_ARRAY (bool, p->trace->size + 1);
  bool *ended = FT_ARRAY (bool, p->thread_count + 1);
  for (size_t i = 0; i < p->steps.size; i++)
    wanted[p->steps.begin[i]] = true;
  for (ft_id e = 0; e < p->trace->size; e++) {
    if (ft_kind_computes (events[e].kind))
      continue;
    bool first = !wanted[e] && !ended[events[e].thread];
    ended[events[e].thread] |= first;
    if (wanted[e] || first)
      FT_PUSH (p->events, e);
  }
  free (wanted);
  free (ended);
}

static void sort_by_thread (planner *p) {
  const ft_event *events = p->trace->events;
  size_t n = p->events.size, at = 0;
  for (size_t i = 0; i < n; i++)
    p->walkers[events[p->events.begin[i]].thread].to++;
  for (ft_tid t = 0; t < p->thread_count; t++) {
    walker *w = p->walkers + t;
    size_t count = w->to;
    *w = (walker){FT_NO_ID, at, at, at, 0, UINT64_MAX};
    at += count;
  }
  for (size_t i = 0; i < n; i++) {
    walker *w = p->walkers + events[p->events.begin[i]].thread;
    w->number = p->ticks[i].thread;
    p->order[w->to++] = (ft_id)i;
  }
}

// ---- slices ----------------------------------------------------------------

static void run_to (planner *p, walker *w, uint64_t word, bool at_or_after) {
  if (word > w->hold)
    word = w->hold;
  if (word <= w->tick)
    return;
  w->tick = word;
  FT_PUSH (
      p->schedule->slices,
      ((ft_replay_slice){.to = {w->number, word}, .at_or_after = at_or_after}));
}

// An assumed event has no record, nor has one that finds or leaves a number of a
// descriptor: it is right before the one at its tick, which
// a call that waits may write only at its end, or behind the events of that
// one.
static bool is_before_record (const planner *p, const walker *w) {
  const ft_event *events = p->trace->events;
  ft_id last = p->order[w->next - 1];
  for (size_t i = w->next; i-- > w->from;) {
    const ft_event *e = events + p->events.begin[p->order[i]];
    if (p->ticks[p->order[i]].word != p->ticks[last].word)
      return true;
    if (!ft_kind_is_atomic (e->kind) || ft_event_is_void (e) ||
        !(ft_variable_is_assumed (&p->trace->tables, e->target) ||
          ft_variable_is_taken (&p->trace->tables, e->target)))
      return false;
  }
  return true;
}

// An operation looks at its object before it waits: while only that is done,
// the thread has not come to the operation.
static bool is_before_operation (const planner *p, const walker *w) {
  if (w->next == w->to)
    return false;
  const ft_id *next = p->order + w->next;
  const ft_event *e = p->trace->events + p->events.begin[*next];
  enum ft_class class = ft_kind_class (e->kind);
  return p->ticks[next[0]].word == p->ticks[next[-1]].word &&
         (class == FT_CLASS_LOCK || class == FT_CLASS_OBJECT);
}

// The thread stops as soon as it can after the last event before 'next', not
// right before its next event: several records may lie between two scheduling
// points, and before its next event the thread may wait for others in a way
// that has no event (a pipe).
static void stop_after_last (planner *p, walker *w) {
  assert (w->next > w->from && w->next <= w->to);
  ft_id last = p->order[w->next - 1];
  bool before = is_before_record (p, w) || is_before_operation (p, w);
  run_to (p, w, p->ticks[last].word + !before, true);
}

// A thread that is joined has to have ended: runs it to the end of its log.
static void end_thread (planner *p, ft_tid t) {
  walker *w = p->walkers + t;
  if (w->number == FT_NO_ID)
    w->number = ft_replay_thread_of (p->trace, t);
  if (w->number < p->schedule->threads.size)
    run_to (p, w, p->schedule->threads.begin[w->number].words, false);
}

static size_t segment_end (const planner *p, size_t from) {
  const ft_event *events = p->trace->events;
  const ft_id *steps = p->steps.begin;
  size_t to = from;
  while (to < p->steps.size &&
         events[steps[to]].thread == events[steps[from]].thread)
    to++;
  return to;
}

// The next 'count' events of the walker are done.
static void advance (planner *p, walker *w, size_t count) {
  if (!count)
    return;
  w->next += count;
  stop_after_last (p, w);
}

// A thread that the segment joins may be created in the segment: the segment is
// divided before the join.
static void run_segment (planner *p, size_t from, size_t to) {
  const ft_event *events = p->trace->events;
  const ft_id *steps = p->steps.begin;
  walker *w = p->walkers + events[steps[from]].thread;
  size_t done = from;
  for (size_t i = from; i < to; i++) {
    const ft_event *e = events + steps[i];
    if (e->kind == FT_JOIN && !ft_event_is_void (e)) {
      advance (p, w, i - done);
      end_thread (p, e->target);
      done = i;
    }
  }
  advance (p, w, to - done);
}

static void run_schedule (planner *p) {
  for (size_t from = 0, to; from < p->steps.size; from = to) {
    to = segment_end (p, from);
    run_segment (p, from, to);
  }
}

// ---- holding threads -------------------------------------------------------

static size_t index_of (const planner *p, ft_id event) {
  size_t low = 0, high = p->events.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (p->events.begin[middle] < event)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void choose_holds (planner *p) {
  for (size_t i = 0; i < pending_count (p->witness); i++) {
    ft_id event = pending (p->witness, i);
    ft_tick tick = p->ticks[index_of (p, event)];
    FT_PUSH (p->schedule->pending, tick);
    if (!is_held (p->witness, event))
      continue;
    p->walkers[p->trace->events[event].thread].hold = tick.word;
    FT_PUSH (p->schedule->holds,
             ((ft_replay_hold){
                 .thread = tick.thread,
                 .tick = tick.word,
                 .access = FT_EMPTY (p->witness->blocked) ? tick.word : 0}));
  }
}

// Whether the event is the look at a lock that comes before its acquire.
static bool is_of_acquire (const ft_trace *trace, ft_id event) {
  const ft_event *events = trace->events;
  if (events[event].kind != FT_ATOMIC_READ)
    return false;
  ft_id next = event + 1;
  while (next < trace->size && ft_kind_computes (events[next].kind))
    next++;
  return next < trace->size && ft_kind_acquires (events[next].kind) &&
         events[next].thread == events[event].thread;
}

// A lock that is held is not destroyed: who destroys it comes before who is
// about to acquire it, and behind who is about to release it.
static void destroy_first (planner *p) {
  const ft_event *events = p->trace->events;
  const ft_id *pair = p->witness->pair;
  if (p->schedule->holds.size != 2 || !FT_EMPTY (p->witness->blocked))
    return;
  for (unsigned i = 0; i < 2; i++)
    if (events[pair[i]].kind == FT_WRITE && is_of_acquire (p->trace, pair[!i]))
      ft_replay_schedule_set_first (p->schedule, i);
}

static void run_to_holds (planner *p) {
  for (size_t i = 0; i < pending_count (p->witness); i++) {
    ft_id event = pending (p->witness, i);
    walker *w = p->walkers + p->trace->events[event].thread;
    if (is_held (p->witness, event))
      run_to (p, w, w->hold, false);
  }
}

// A witness has all events of a thread up to some point, and a pending event is
// the next one.  The checker makes sure of that, but not for a file that the
// user gives.
static bool check_pending (const planner *p, ft_error *error) {
  for (size_t i = 0; i < pending_count (p->witness); i++) {
    ft_id event = pending (p->witness, i);
    size_t at = index_of (p, event);
    const walker *w = p->walkers + p->trace->events[event].thread;
    if (at < p->events.size && p->events.begin[at] == event &&
        w->to > w->from &&
        (!is_held (p->witness, event) || p->order[w->to - 1] == at))
      continue;
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "the witness does not lead to event %" PRIu32
                  "; 'foretrace verify' reports more",
                  event);
    return false;
  }
  return true;
}

// Events on alternative paths have no ticks.
static bool is_recorded (const ft_trace *trace, const ft_witness *witness,
                         ft_error *error) {
  ft_id unknown = FT_NO_ID;
  for (size_t i = 0; i < pending_count (witness); i++)
    if (pending (witness, i) >= trace->size)
      unknown = pending (witness, i);
  for (size_t i = 0; i < witness->schedule.size; i++)
    if (witness->schedule.begin[i] >= trace->size)
      unknown = witness->schedule.begin[i];
  if (unknown != FT_NO_ID)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "event %" PRIu32
                  " of the schedule is on an alternative path, "
                  "which the recorded run did not take",
                  unknown);
  return unknown == FT_NO_ID;
}

bool ft_replay_schedule_of_witness (ft_replay_schedule *schedule,
                                    const char *run, const ft_trace *trace,
                                    const ft_witness *witness,
                                    ft_error *error) {
  planner p = {.schedule = schedule, .trace = trace, .witness = witness};
  *schedule = (ft_replay_schedule){0};
  if (!is_recorded (trace, witness, error))
    return false;
  p.thread_count = ft_tables_count (&trace->tables, FT_CLASS_THREAD);
  choose_events (&p);
  p.ticks = FT_ARRAY (ft_tick, p.events.size + 1);
  p.order = FT_ARRAY (ft_id, p.events.size + 1);
  p.walkers = FT_ARRAY (walker, p.thread_count + 1);
  bool fine =
      ft_replay_threads_read (run, schedule, error) &&
      ft_load_ticks (run, trace, p.events.begin, p.events.size, p.ticks, error);
  if (fine) {
    sort_by_thread (&p);
    fine = check_pending (&p, error);
  }
  if (fine) {
    choose_holds (&p);
    destroy_first (&p);
    run_schedule (&p);
    run_to_holds (&p);
  }
  release (&p);
  return fine;
}
