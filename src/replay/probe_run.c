#include "replay/probe_run.h"

#include <inttypes.h>
#include <string.h>

#include "base/debug_log.h"
#include "replay/outcome_read.h"
#include "replay/confirm.h"
#include "replay/stale_loads.h"
#include "record/directory.h"
#include "replay/thread_numbers.h"
#include "load/load.h"
#include "trace/assumed.h"
#include "witness/checker.h"

// Greater than the length of any log.
#define FAR (UINT64_MAX / 2)

// How many words of its log a thread runs alone, at first and at most: it may
// wait in a loop for an action of another thread.
#define NEAR ((uint64_t)1 << 12)
#define FARTHEST ((uint64_t)1 << 24)

typedef struct prober {
  const ft_replay_context *replays;
  const ft_trace *trace;
  const ft_witness *witness;
  ft_replay_schedule *schedule; // as far as it is known
  ft_id first; // under c11, the access that is executed; else FT_NO_ID
  ft_tick at;  // its tick, once that is known
  const ft_probe_places *places; // NULL: events are known by their locations
} prober;

// ---- one probe run ---------------------------------------------------------

typedef struct probe {
  uint32_t thread;     // the number of the thread that runs alone
  uint64_t from;       // its tick at the end of the known schedule
  uint64_t to;         // its last tick in the probe run
  bool arrived;        // it has run as many words as it was allowed
  const ft_id *events; // 'count' events that are looked for
  size_t count, found;
  ft_tick *ticks; // of the events found
} probe;

static uint64_t last_tick (const prober *s, uint32_t thread) {
  uint64_t word = 0;
  for (size_t i = 0; i < s->schedule->slices.size; i++)
    if (s->schedule->slices.begin[i].to.thread == thread)
      word = s->schedule->slices.begin[i].to.word;
  return word;
}

// Whether the event is the next one that is looked for.  An access without a
// location is recognised by its memory.
static bool is_wanted (const prober *s, const probe *w, const ft_load *n,
                       const ft_event *e, const ft_tables *tables) {
  const ft_event *wanted = s->trace->events + w->events[w->found];
  uint64_t bytes, address = ft_load_access_range (n, &bytes);
  const char *there =
      ft_tables_name (&s->trace->tables, FT_CLASS_LOCATION, wanted->location);
  if (!ft_is_same_kind (e, wanted))
    return false;
  if (s->places)
    return s->places->is_place (
        s->places->context, w->events[w->found],
        ft_tables_name (tables, FT_CLASS_LOCATION, e->location));
  if (strcmp (there, "?") || !ft_kind_accesses (e->kind))
    return !strcmp (ft_tables_name (tables, FT_CLASS_LOCATION, e->location),
                    there);
  const ft_variable *v = s->trace->tables.variables.begin + wanted->target;
  return v->addressed && v->address >> 3 == address >> 3 &&
         e->mask == wanted->mask;
}

static bool read_events (const prober *s, const char *run, probe *w,
                         ft_error *error) {
  ft_tables tables = {0};
  ft_notes notes = {0};
  ft_event e;
  ft_load *n = ft_load_open_all (run, true, error);
  int got = n ? 1 : -1;
  while (got > 0 && w->found < w->count &&
         (got = ft_load_next (n, &tables, &e, &notes, error)) > 0) {
    ft_tick tick = ft_load_tick (n);
    if (tick.thread == w->thread && tick.word >= w->from &&
        tick.word <= w->to && is_wanted (s, w, n, &e, &tables))
      w->ticks[w->found++] = tick;
  }
  ft_load_free (n);
  ft_tables_release (&tables);
  ft_notes_release (&notes);
  return got >= 0;
}

// The last tick of the thread: where it blocks or ends by the replay outcome,
// or the end of its log if it has run as far as it was allowed.
static bool read_outcome (const char *run, probe *w, bool places,
                          ft_error *error) {
  ft_replay_outcome outcome;
  ft_replay_outcome_read (&outcome, run);
  w->arrived = outcome.kind == FT_REPLAY_OUTCOME_REACHED;
  w->to = w->arrived ? FAR : outcome.at.word;
  bool fine = w->arrived || (outcome.kind == FT_REPLAY_OUTCOME_DIVERGED &&
                             outcome.at.thread == w->thread);
  if (!fine)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "%sthe program does not come to that point%s%.200s",
                  places ? "" : "the schedule leaves the recorded path, and ",
                  outcome.text ? ": " : "", outcome.text ? outcome.text : "");
  ft_replay_outcome_release (&outcome);
  return fine;
}

static bool run_probe (const prober *s, probe *w, uint64_t word,
                       ft_error *error) {
  ft_strbuf path = {0};
  ft_target_exit ended;
  if (!ft_directory_temporary (&path, error))
    return false;
  const char *run = ft_strbuf_text (&path);
  // Behind its last step the program may come to a deadlock, which ends the probe.
  ft_replay_context probing = *s->replays;
  probing.ends_deadlocks = true;
  FT_PUSH (s->schedule->slices,
           ((ft_replay_slice){.to = {w->thread, word}, .at_or_after = true}));
  w->found = 0;
  bool fine = ft_replay_run (&probing, s->schedule, run, &ended, error);
  (void)FT_POP (s->schedule->slices);
  fine = fine && read_outcome (run, w, s->places != NULL, error) &&
         read_events (s, run, w, error);
  ft_directory_remove (run);
  ft_strbuf_release (&path);
  return fine;
}

static bool find_ticks (const prober *s, ft_tid thread, const ft_id *events,
                        size_t count, ft_tick *ticks, ft_error *error) {
  probe w = {.thread = ft_replay_thread_of (s->trace, thread),
             .events = events,
             .count = count,
             .ticks = ticks};
  w.from = last_tick (s, w.thread);
  uint64_t words = NEAR;
  do {
    if (!run_probe (s, &w, w.from + words, error))
      return false;
    FT_DEBUG (REPLAY, 1, "probe run: thread %u made %zu of %zu events in %llu "
                         "words",
              w.thread, w.found, count, (unsigned long long)words);
    words *= 16;
  } while (w.arrived && w.found < count && words <= FARTHEST);
  if (w.found == count)
    return true;
  const ft_event *e = s->trace->events + events[w.found];
  ft_error_set (
      error, FT_EXIT_BAD_INPUT,
      "%sthread %s does not come to the %s at %.300s",
      s->places ? "" : "the schedule leaves the recorded path, and ",
      ft_trace_name (s->trace, FT_CLASS_THREAD, thread),
      ft_kind_name (ft_event_shown_kind (e)),
      ft_tables_name (&s->trace->tables, FT_CLASS_LOCATION, e->location));
  return false;
}

// ---- the rest of the schedule ----------------------------------------------

static bool end_thread (prober *s, ft_tid thread, ft_error *error) {
  probe w = {.thread = ft_replay_thread_of (s->trace, thread)};
  if (!run_probe (s, &w, FAR, error))
    return false;
  FT_PUSH (s->schedule->slices, ((ft_replay_slice){.to = {w.thread, w.to}}));
  return true;
}

// Under c11 an access of the pair is in the schedule; its tick is kept.
static void note_access (prober *s, const ft_id *events, size_t count,
                         const ft_tick *ticks) {
  for (size_t i = 0; i < count; i++)
    if (events[i] == s->first)
      s->at = ticks[i];
}

// Adds a range of events of one thread, of which only the first may be a join,
// and only the last a load that returns an older store.
static bool add_range (prober *s, const ft_id *events, size_t count,
                       ft_error *error) {
  const ft_event *first = s->trace->events + events[0];
  if (first->kind == FT_JOIN && !ft_event_is_void (first) &&
      !end_thread (s, first->target, error))
    return false;
  ft_tick *ticks = FT_ARRAY (ft_tick, count);
  bool fine = find_ticks (s, first->thread, events, count, ticks, error);
  fine = fine && ft_stale_load_add (s->schedule, s->trace, s->witness,
                                    events[count - 1], ticks[count - 1], error);
  if (fine) {
    note_access (s, events, count, ticks);
    ticks[count - 1].word++;
    FT_PUSH (s->schedule->slices,
             ((ft_replay_slice){.to = ticks[count - 1], .at_or_after = true}));
  }
  free (ticks);
  return fine;
}

static bool add_rest (prober *s, const ft_id *events, size_t count,
                      ft_error *error) {
  const ft_event *all = s->trace->events;
  for (size_t from = 0, to; from < count; from = to) {
    to = from + 1;
    while (to < count && all[events[to]].thread == all[events[from]].thread &&
           all[events[to]].kind != FT_JOIN &&
           !ft_stale_load_find (s->witness, events[to - 1]))
      to++;
    if (!add_range (s, events + from, to - from, error))
      return false;
  }
  return true;
}

// Lets the thread that fails run alone, until the program ends or it cannot go
// on.
static void add_failing (prober *s, const ft_witness *w) {
  uint32_t thread = ft_replay_thread_of (
      s->trace, s->trace->events[w->fails].thread);
  FT_PUSH (s->schedule->slices,
           ((ft_replay_slice){.to = {thread, last_tick (s, thread) + NEAR},
                              .at_or_after = true}));
}

static bool add_holds (prober *s, const ft_witness *w, ft_error *error) {
  for (int i = 0; i < 2; i++) {
    ft_tick tick;
    ft_tid thread = s->trace->events[w->pair[i]].thread;
    if (w->pair[i] == s->first) {
      FT_PUSH (s->schedule->pending, s->at);
      continue;
    }
    if (!find_ticks (s, thread, w->pair + i, 1, &tick, error))
      return false;
    FT_PUSH (s->schedule->slices, ((ft_replay_slice){.to = tick}));
    FT_PUSH (s->schedule->pending, tick);
    FT_PUSH (s->schedule->holds,
             ((ft_replay_hold){.thread = tick.thread,
                               .tick = tick.word,
                               .access = tick.word}));
  }
  return true;
}

// Threads that are to block at acquires come there by themselves.
static bool add_end (prober *s, const ft_witness *w, ft_error *error) {
  if (w->failure != FT_FAILURE_NONE)
    add_failing (s, w);
  return w->failure != FT_FAILURE_NONE || !FT_EMPTY (w->blocked) ||
         add_holds (s, w, error);
}

// ---- the whole schedule ----------------------------------------------------

static bool is_changed_branch (const ft_witness *w, ft_id event) {
  for (size_t i = 0; i < w->flipped.size; i++)
    if (w->flipped.begin[i].branch == event)
      return true;
  return false;
}

// Whether the event at 'i' of the schedule is the read of a compare-and-swap that
// succeeds on an alternative path: both have one record, that of the success.
static bool is_look (const ft_trace *trace, const ft_witness *w, size_t i) {
  const ft_event *look = trace->events + w->schedule.begin[i];
  if (look->kind != FT_ATOMIC_READ)
    return false;
  while (++i < w->schedule.size) {
    const ft_event *e = trace->events + w->schedule.begin[i];
    if (e->thread == look->thread && !ft_kind_computes (e->kind))
      return e->flags & FT_ALTPATH && ft_event_is_conditional (e) &&
             e->location == look->location && e->target == look->target;
  }
  return false;
}

// The number of events of the schedule before the first one that was not
// recorded, and before the first branch with another outcome, after which ticks
// differ even if the alternative path has no events.
static size_t recorded_prefix (const ft_trace *trace, const ft_witness *w) {
  ft_witness seen = {.model = w->model, .memory = w->memory};
  ft_checker *checker = ft_checker_new (trace);
  if (ft_checker_accepts (checker, w, NULL))
    ft_checker_changes (checker, &seen);
  size_t i = 0;
  while (i < w->schedule.size && w->schedule.begin[i] < trace->size &&
         !is_changed_branch (&seen, w->schedule.begin[i]) &&
         !is_look (trace, w, i))
    i++;
  ft_witness_release (&seen);
  ft_checker_free (checker);
  return i;
}

bool ft_probe_has_record (const ft_trace *t, const ft_witness *w, size_t i) {
  const ft_event *e = t->events + w->schedule.begin[i];
  return !ft_kind_computes (e->kind) &&
         !(e->kind == FT_ATOMIC_READ &&
           ft_variable_is_freed (&t->tables, e->target)) &&
         !is_look (t, w, i);
}

// The further events that have records, without an access that is held.
static ft_id *list_rest (const ft_trace *trace, const ft_witness *w,
                         size_t from, size_t *count) {
  size_t end = w->schedule.size - (w->memory != FT_MEMORY_SC);
  ft_id *rest = FT_ARRAY (ft_id, w->schedule.size - from + 1);
  *count = 0;
  for (size_t i = from; i < end; i++)
    if (ft_probe_has_record (trace, w, i))
      rest[(*count)++] = w->schedule.begin[i];
  return rest;
}

// Under c11: finds the access that is executed, if the run has it.
static bool find_first (prober *s, const ft_witness *w, size_t known,
                        ft_error *error) {
  s->first = FT_NO_ID;
  if (w->memory == FT_MEMORY_SC)
    return true;
  s->first = w->pair[FT_TOP (w->schedule) == w->pair[0]];
  for (size_t i = 0; i < known; i++)
    if (w->schedule.begin[i] == s->first) {
      ft_pos at = s->first;
      return ft_load_ticks (s->replays->run, s->trace, &at, 1, &s->at, error);
    }
  return true;
}

static bool add_prefix (prober *s, const ft_witness *w, size_t count,
                        ft_error *error) {
  ft_witness prefix = {.pair = {FT_NO_ID, FT_NO_ID}};
  for (size_t i = 0; i < count; i++)
    FT_PUSH (prefix.schedule, w->schedule.begin[i]);
  bool fine = ft_replay_schedule_of_witness (s->schedule, s->replays->run,
                                             s->trace, &prefix, error);
  ft_witness_release (&prefix);
  return fine;
}

// All threads of the witness have to be threads of the run.
static bool has_threads (const prober *s, ft_error *error) {
  const ft_tables *tables = &s->trace->tables;
  for (ft_tid t = 0; t < ft_tables_count (tables, FT_CLASS_THREAD); t++)
    if (ft_replay_thread_of (s->trace, t) >= s->schedule->threads.size) {
      ft_error_set (error, FT_EXIT_BAD_INPUT, "there is no thread %.100s",
                    ft_tables_name (tables, FT_CLASS_THREAD, t));
      return false;
    }
  return true;
}

bool ft_probe_places_schedule (ft_replay_schedule *schedule,
                               const ft_replay_context *replays,
                               const ft_witness *w,
                               const ft_probe_places *places, ft_error *error) {
  prober s = {.replays = replays,
              .trace = replays->trace,
              .witness = w,
              .schedule = schedule,
              .first = FT_NO_ID,
              .places = places};
  *schedule = (ft_replay_schedule){0};
  return ft_replay_threads_read (replays->run, schedule, error) &&
         has_threads (&s, error) &&
         add_rest (&s, w->schedule.begin, w->schedule.size, error) &&
         add_end (&s, w, error);
}

bool ft_probe_schedule (ft_replay_schedule *schedule,
                        const ft_replay_context *replays, const ft_witness *w,
                        ft_error *error) {
  const ft_trace *trace = replays->trace;
  prober s = {.replays = replays,
              .trace = trace,
              .witness = w,
              .schedule = schedule};
  bool failure = w->failure != FT_FAILURE_NONE;
  bool pair = FT_EMPTY (w->blocked) && !failure;
  size_t count, known = w->model == FT_MODEL_PATH ? recorded_prefix (trace, w)
                                                  : w->schedule.size;
  if (known == w->schedule.size && !failure &&
      !(pair && (w->pair[0] >= trace->size || w->pair[1] >= trace->size)))
    return ft_replay_schedule_of_witness (schedule, replays->run, trace, w,
                                          error) &&
           ft_stale_loads_add_recorded (schedule, replays->run, trace, w, known,
                                        error);
  if (!pair && !failure) {
    *schedule = (ft_replay_schedule){0};
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "deadlocks that leave the recorded path cannot be replayed");
    return false;
  }
  ft_id *rest = list_rest (trace, w, known, &count);
  bool fine = add_prefix (&s, w, known, error) &&
              ft_stale_loads_add_recorded (schedule, replays->run, trace, w,
                                           known, error) &&
              find_first (&s, w, known, error) &&
              add_rest (&s, rest, count, error) && add_end (&s, w, error);
  free (rest);
  return fine;
}
