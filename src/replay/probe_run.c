#include "replay/probe_run.h"

#include <inttypes.h>
#include <string.h>

#include "replay/outcome_read.h"
#include "replay/confirm.h"
#include "record/directory.h"
#include "replay/thread_numbers.h"
#include "load/load.h"
#include "witness/checker.h"

// Further than any log goes.
#define FAR (UINT64_MAX / 2)

// How many words of its log a thread is sent ahead, first and at most: it may
// wait in a loop for what others do later.
#define NEAR ((uint64_t)1 << 12)
#define FARTHEST ((uint64_t)1 << 24)

typedef struct scout {
  const ft_replay_context *replays;
  const ft_trace *trace;
  ft_replay_schedule *plan; // as far as it is known
} scout;

// ---- a thread sent ahead ---------------------------------------------------

typedef struct way {
  uint32_t thread; // number
  uint64_t from;   // where it stands
  uint64_t to;     // how far it came alone
  bool arrived;    // as far as it was sent
  const ft_id *events;
  size_t count, found;
  ft_tick *places; // of those found
} way;

static uint64_t stands (const scout *s, uint32_t thread) {
  uint64_t word = 0;
  for (size_t i = 0; i < s->plan->runs.size; i++)
    if (s->plan->runs.begin[i].to.thread == thread)
      word = s->plan->runs.begin[i].to.word;
  return word;
}

// What has no location is known by the memory that it accesses.
static bool is_wanted (const scout *s, const way *w, const ft_load *n,
                       const ft_event *e, const ft_tables *tables) {
  const ft_event *wanted = s->trace->events + w->events[w->found];
  uint64_t bytes, address = ft_load_access_range (n, &bytes);
  const char *there =
      ft_tables_name (&s->trace->tables, FT_CLASS_LOCATION, wanted->location);
  if (!ft_is_same_kind ((enum ft_kind)e->kind, (enum ft_kind)wanted->kind))
    return false;
  if (strcmp (there, "?") || !ft_kind_accesses (e->kind))
    return !strcmp (ft_tables_name (tables, FT_CLASS_LOCATION, e->location),
                    there);
  const ft_variable *v = s->trace->tables.variables.begin + wanted->target;
  return v->addressed && v->address >> 3 == address >> 3 &&
         e->mask == wanted->mask;
}

static bool read_way (const scout *s, const char *run, way *w,
                      ft_error *error) {
  ft_tables tables = {0};
  ft_notes notes = {0};
  ft_event e;
  ft_load *n = ft_load_open_all (run, true, error);
  int got = n ? 1 : -1;
  while (got > 0 && w->found < w->count &&
         (got = ft_load_next (n, &tables, &e, &notes, error)) > 0) {
    ft_tick place = ft_load_tick (n);
    if (place.thread == w->thread && place.word >= w->from &&
        place.word <= w->to && is_wanted (s, w, n, &e, &tables))
      w->places[w->found++] = place;
  }
  ft_load_free (n);
  ft_tables_release (&tables);
  ft_notes_release (&notes);
  return got >= 0;
}

// Where the thread came to: it blocks or ends, which the runtime tells, or as far
// as it was sent, behind which there is nothing in its log.
static bool read_arrival (const char *run, way *w, ft_error *error) {
  ft_replay_outcome arrival;
  ft_replay_outcome_read (&arrival, run);
  w->arrived = arrival.kind == FT_REPLAY_OUTCOME_REACHED;
  w->to = w->arrived ? FAR : arrival.at.word;
  bool fine = w->arrived || (arrival.kind == FT_REPLAY_OUTCOME_DIVERGED &&
                             arrival.at.thread == w->thread);
  if (!fine)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "the schedule leaves the recorded path, and the program does "
                  "not come to that point%s%.200s",
                  arrival.text ? ": " : "", arrival.text ? arrival.text : "");
  ft_replay_outcome_release (&arrival);
  return fine;
}

static bool send (const scout *s, way *w, uint64_t word, ft_error *error) {
  ft_strbuf path = {0};
  ft_target_exit ended;
  if (!ft_directory_temporary (&path, error))
    return false;
  const char *run = ft_strbuf_text (&path);
  FT_PUSH (s->plan->runs,
           ((ft_replay_slice){.to = {w->thread, word}, .past = true}));
  w->found = 0;
  bool fine = ft_replay_run (s->replays, s->plan, run, &ended, error);
  (void)FT_POP (s->plan->runs);
  fine = fine && read_arrival (run, w, error) && read_way (s, run, w, error);
  ft_directory_remove (run);
  ft_strbuf_release (&path);
  return fine;
}

static bool find_places (const scout *s, ft_tid thread, const ft_id *events,
                         size_t count, ft_tick *places, ft_error *error) {
  way w = {.thread = ft_replay_thread_of (s->trace, thread),
           .events = events,
           .count = count,
           .places = places};
  w.from = stands (s, w.thread);
  uint64_t words = NEAR;
  do {
    if (!send (s, &w, w.from + words, error))
      return false;
    words *= 16;
  } while (w.arrived && w.found < count && words <= FARTHEST);
  if (w.found == count)
    return true;
  const ft_event *e = s->trace->events + events[w.found];
  ft_error_set (
      error, FT_EXIT_BAD_INPUT,
      "the schedule leaves the recorded path, and thread %s does not come to "
      "the %s at %.300s",
      ft_trace_name (s->trace, FT_CLASS_THREAD, thread), ft_kind_name (e->kind),
      ft_tables_name (&s->trace->tables, FT_CLASS_LOCATION, e->location));
  return false;
}

// ---- the rest of the schedule ----------------------------------------------

static bool end_thread (scout *s, ft_tid thread, ft_error *error) {
  way w = {.thread = ft_replay_thread_of (s->trace, thread)};
  if (!send (s, &w, FAR, error))
    return false;
  FT_PUSH (s->plan->runs, ((ft_replay_slice){.to = {w.thread, w.to}}));
  return true;
}

// Events of one thread, of which only the first may be a join.
static bool add_stretch (scout *s, const ft_id *events, size_t count,
                         ft_error *error) {
  const ft_event *first = s->trace->events + events[0];
  if (first->kind == FT_JOIN && !ft_event_is_void (first) &&
      !end_thread (s, first->target, error))
    return false;
  ft_tick *places = FT_ARRAY (ft_tick, count);
  bool fine = find_places (s, first->thread, events, count, places, error);
  if (fine) {
    places[count - 1].word++;
    FT_PUSH (s->plan->runs,
             ((ft_replay_slice){.to = places[count - 1], .past = true}));
  }
  free (places);
  return fine;
}

static bool add_rest (scout *s, const ft_id *events, size_t count,
                      ft_error *error) {
  const ft_event *all = s->trace->events;
  for (size_t from = 0, to; from < count; from = to) {
    to = from + 1;
    while (to < count && all[events[to]].thread == all[events[from]].thread &&
           all[events[to]].kind != FT_JOIN)
      to++;
    if (!add_stretch (s, events + from, to - from, error))
      return false;
  }
  return true;
}

static bool add_parks (scout *s, const ft_witness *w, ft_error *error) {
  for (int i = 0; i < 2; i++) {
    ft_tick place;
    ft_tid thread = s->trace->events[w->pair[i]].thread;
    if (!find_places (s, thread, w->pair + i, 1, &place, error))
      return false;
    FT_PUSH (s->plan->runs, ((ft_replay_slice){.to = place}));
    FT_PUSH (s->plan->parks, place);
    FT_PUSH (s->plan->stops, place);
  }
  return true;
}

// ---- all -------------------------------------------------------------------

static bool is_turn (const ft_witness *w, ft_id event) {
  for (size_t i = 0; i < w->turns.size; i++)
    if (w->turns.begin[i].branch == event)
      return true;
  return false;
}

// How many events of the schedule come before the first branch that goes
// another way, after which places are others even if that side does nothing,
// and before the first event that was not recorded.
static size_t recorded (const ft_trace *trace, const ft_witness *w) {
  ft_witness seen = {.model = w->model};
  ft_checker *checker = ft_checker_new (trace);
  if (ft_checker_accepts (checker, w, NULL))
    ft_checker_changes (checker, &seen);
  size_t i = 0;
  while (i < w->schedule.size && w->schedule.begin[i] < trace->size &&
         !is_turn (&seen, w->schedule.begin[i]))
    i++;
  ft_witness_release (&seen);
  ft_checker_free (checker);
  return i;
}

// Without what only computes, which leaves no record.
static ft_id *list_rest (const ft_trace *trace, const ft_witness *w,
                         size_t from, size_t *count) {
  ft_id *rest = FT_ARRAY (ft_id, w->schedule.size - from + 1);
  *count = 0;
  for (size_t i = from; i < w->schedule.size; i++)
    if (!ft_kind_computes (trace->events[w->schedule.begin[i]].kind))
      rest[(*count)++] = w->schedule.begin[i];
  return rest;
}

static bool plan_prefix (scout *s, const ft_witness *w, size_t count,
                         ft_error *error) {
  ft_witness prefix = {.pair = {FT_NO_ID, FT_NO_ID}};
  for (size_t i = 0; i < count; i++)
    FT_PUSH (prefix.schedule, w->schedule.begin[i]);
  bool fine = ft_replay_schedule_of_witness (s->plan, s->replays->run, s->trace, &prefix, error);
  ft_witness_release (&prefix);
  return fine;
}

bool ft_probe_schedule (ft_replay_schedule *plan, const ft_replay_context *replays,
                    const ft_witness *w, ft_error *error) {
  const ft_trace *trace = replays->trace;
  scout s = {replays, trace, plan};
  bool pair = FT_EMPTY (w->blocked);
  size_t count, known = w->model == FT_MODEL_PATH ? recorded (trace, w)
                                                  : w->schedule.size;
  if (known == w->schedule.size &&
      !(pair && (w->pair[0] >= trace->size || w->pair[1] >= trace->size)))
    return ft_replay_schedule_of_witness (plan, replays->run, trace, w, error);
  if (!pair) {
    *plan = (ft_replay_schedule){0};
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "deadlocks that leave the recorded path cannot be replayed");
    return false;
  }
  ft_id *rest = list_rest (trace, w, known, &count);
  bool fine = plan_prefix (&s, w, known, error) &&
              add_rest (&s, rest, count, error) && add_parks (&s, w, error);
  free (rest);
  return fine;
}
