#include "replay/replay_schedule.h"

#include <inttypes.h>
#include <stdio.h>

#include "replay/thread_numbers.h"

void ft_replay_schedule_release (ft_replay_schedule *plan) {
  FT_RELEASE (plan->threads);
  FT_RELEASE (plan->runs);
  FT_RELEASE (plan->parks);
  FT_RELEASE (plan->stops);
}

static void print_run (const ft_replay_slice *run, ft_strbuf *text) {
  ft_strbuf_add (text, "%s %" PRIu32 " %" PRIu64 "\n",
                 run->halt   ? "halt"
                 : run->past ? "pass"
                 : run->away ? "away"
                             : "run",
                 run->to.thread, run->to.word);
}

void ft_replay_schedule_print (const ft_replay_schedule *plan, enum ft_replay_end then,
                    ft_strbuf *text) {
  static const char *const names[] = {"free", "stop", "gdb", "gdb"};
  ft_strbuf_add (text, "foretrace-plan 1\n");
  for (size_t i = 1; i < plan->threads.size; i++) // nobody creates the first
    ft_strbuf_add (text, "thread %zu %" PRIu32 " %" PRIu32 "\n", i,
                   plan->threads.begin[i].parent, plan->threads.begin[i].child);
  for (size_t i = 0; i < plan->runs.size; i++)
    if (then == FT_REPLAY_THEN_STEPS || !plan->runs.begin[i].halt)
      print_run (plan->runs.begin + i, text);
  for (size_t i = 0; i < plan->stops.size; i++)
    ft_strbuf_add (text, "park %" PRIu32 " %" PRIu64 "\n",
                   plan->stops.begin[i].thread, plan->stops.begin[i].word);
  ft_strbuf_add (text, "then %s\n", names[then]);
}

bool ft_replay_schedule_hold_earlier (ft_replay_schedule *plan, ft_tick at, uint64_t before) {
  bool found = false;
  for (size_t i = 0; i < plan->stops.size; i++) {
    ft_tick *stop = plan->stops.begin + i;
    if (stop->thread != at.thread || stop->word != at.word || before >= at.word)
      continue;
    stop->word = before;
    found = true;
  }
  for (size_t i = 0; found && i < plan->runs.size; i++) {
    ft_tick *to = &plan->runs.begin[i].to;
    if (to->thread == at.thread && to->word > before)
      to->word = before;
  }
  return found;
}

// ---- which events matter ---------------------------------------------------

// A thread of the trace on its way through the schedule.
typedef struct walker {
  uint32_t number; // of the runtime; FT_NO_ID: none of its events is known
  size_t from, to; // its events in 'order'
  size_t next;     // in 'order': not yet done
  uint64_t stands; // words of its log that are done
  uint64_t park;   // where it is parked in the end; UINT64_MAX: it is not
} walker;

typedef struct planner {
  ft_replay_schedule *plan;
  const ft_trace *trace;
  const ft_witness *witness;
  FT_STACK (ft_id)
  schedule;                 // without events that only compute: they are at
                            // the next record of their thread, not of it
  FT_STACK (ft_pos) events; // ascending, that have a place
  ft_tick *places;         // owned; parallel to 'events'
  ft_id *order;             // owned; indices into 'events', by thread
  walker *walkers;          // owned; by thread of the trace
  ft_tid thread_count;
} planner;

static void release (planner *p) {
  FT_RELEASE (p->schedule);
  FT_RELEASE (p->events);
  free (p->places);
  free (p->order);
  free (p->walkers);
}

static size_t pending_count (const ft_witness *w) {
  if (!FT_EMPTY (w->blocked))
    return w->blocked.size;
  return w->pair[0] == FT_NO_ID ? 0 : 2;
}

static ft_id pending (const ft_witness *w, size_t i) {
  return FT_EMPTY (w->blocked) ? w->pair[i] : w->blocked.begin[i];
}

// Marks what is run, what is pending, and of each thread the event after
// that, before which it stops.
static void choose_events (planner *p) {
  const ft_event *events = p->trace->events;
  for (size_t i = 0; i < p->witness->schedule.size; i++)
    if (!ft_kind_computes (events[p->witness->schedule.begin[i]].kind))
      FT_PUSH (p->schedule, p->witness->schedule.begin[i]);
  bool *wanted = FT_ARRAY (bool, p->trace->size + 1);
  bool *ended = FT_ARRAY (bool, p->thread_count + 1);
  for (size_t i = 0; i < p->schedule.size; i++)
    wanted[p->schedule.begin[i]] = true;
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
    w->number = p->places[i].thread;
    p->order[w->to++] = (ft_id)i;
  }
}

// ---- runs ------------------------------------------------------------------

static void run_to (planner *p, walker *w, uint64_t word, bool past) {
  if (word > w->park)
    word = w->park;
  if (word <= w->stands)
    return;
  w->stands = word;
  FT_PUSH (p->plan->runs,
           ((ft_replay_slice){.to = {w->number, word}, .past = past}));
}

// The thread stops as soon as it can after the last event before 'next'.  Not
// right before its next one: several records may be made between two places
// where a thread can be stopped, and what it does unseen before its next event
// may wait for others (a pipe).
static void stop (planner *p, walker *w) {
  run_to (p, w, p->places[p->order[w->next - 1]].word + 1, true);
}

// A thread that is joined has to have ended, whatever it did unseen.
static void end_thread (planner *p, ft_tid t) {
  walker *w = p->walkers + t;
  if (w->number == FT_NO_ID)
    w->number = ft_replay_thread_of (p->trace, t);
  if (w->number < p->plan->threads.size)
    run_to (p, w, p->plan->threads.begin[w->number].words, false);
}

static size_t segment_end (const planner *p, size_t from) {
  const ft_event *events = p->trace->events;
  const ft_id *schedule = p->schedule.begin;
  size_t to = from;
  while (to < p->schedule.size &&
         events[schedule[to]].thread == events[schedule[from]].thread)
    to++;
  return to;
}

// The next 'count' events of the walker are done.
static void advance (planner *p, walker *w, size_t count) {
  if (!count)
    return;
  w->next += count;
  stop (p, w);
}

// What the segment joins may have been created in it.
static void run_segment (planner *p, size_t from, size_t to) {
  const ft_event *events = p->trace->events;
  const ft_id *schedule = p->schedule.begin;
  walker *w = p->walkers + events[schedule[from]].thread;
  size_t done = from;
  for (size_t i = from; i < to; i++) {
    const ft_event *e = events + schedule[i];
    if (e->kind == FT_JOIN && !ft_event_is_void (e)) {
      advance (p, w, i - done);
      end_thread (p, e->target);
      done = i;
    }
  }
  advance (p, w, to - done);
}

static void run_schedule (planner *p) {
  for (size_t from = 0, to; from < p->schedule.size; from = to) {
    to = segment_end (p, from);
    run_segment (p, from, to);
  }
}

// ---- parking ---------------------------------------------------------------

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

static void choose_parks (planner *p) {
  for (size_t i = 0; i < pending_count (p->witness); i++) {
    ft_id event = pending (p->witness, i);
    ft_tick place = p->places[index_of (p, event)];
    p->walkers[p->trace->events[event].thread].park = place.word;
    FT_PUSH (p->plan->parks, place);
    FT_PUSH (p->plan->stops, place);
  }
}

static void run_to_parks (planner *p) {
  for (size_t i = 0; i < pending_count (p->witness); i++) {
    walker *w = p->walkers + p->trace->events[pending (p->witness, i)].thread;
    run_to (p, w, w->park, false);
  }
}

// A witness has all events of a thread up to some point, and what is pending
// comes next; the checker has seen to it, but not for a file of the user's.
static bool check_pending (const planner *p, ft_error *error) {
  for (size_t i = 0; i < pending_count (p->witness); i++) {
    ft_id event = pending (p->witness, i);
    size_t at = index_of (p, event);
    const walker *w = p->walkers + p->trace->events[event].thread;
    if (at < p->events.size && p->events.begin[at] == event &&
        w->to > w->from && p->order[w->to - 1] == at)
      continue;
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "the witness does not lead to event %" PRIu32
                  "; 'foretrace verify' tells more",
                  event);
    return false;
  }
  return true;
}

// What the recording has no records of cannot be gone to.
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
                  "event %" PRIu32 " of the schedule is on a side of a branch "
                  "that the recorded run did not take",
                  unknown);
  return unknown == FT_NO_ID;
}

bool ft_replay_schedule_of_witness (ft_replay_schedule *plan, const char *run, const ft_trace *trace,
                   const ft_witness *witness, ft_error *error) {
  planner p = {.plan = plan, .trace = trace, .witness = witness};
  *plan = (ft_replay_schedule){0};
  if (!is_recorded (trace, witness, error))
    return false;
  p.thread_count = ft_tables_count (&trace->tables, FT_CLASS_THREAD);
  choose_events (&p);
  p.places = FT_ARRAY (ft_tick, p.events.size + 1);
  p.order = FT_ARRAY (ft_id, p.events.size + 1);
  p.walkers = FT_ARRAY (walker, p.thread_count + 1);
  bool fine =
      ft_replay_threads_read (run, plan, error) &&
      ft_load_ticks (run, p.events.begin, p.events.size, p.places, error);
  if (fine) {
    sort_by_thread (&p);
    fine = check_pending (&p, error);
  }
  if (fine) {
    choose_parks (&p);
    run_schedule (&p);
    run_to_parks (&p);
  }
  release (&p);
  return fine;
}
