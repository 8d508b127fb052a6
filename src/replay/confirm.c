#include "replay/confirm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "load/open.h"
#include "predict/rc11_witness.h"
#include "replay/diverged.h"
#include "witness/checker.h"

// ---- the events of a replay ------------------------------------------------

typedef struct pass {
  ft_load *run;
  ft_tables tables;
  ft_notes notes;
  ft_error error; // the problem, if the logs cannot be read to their end
} pass;

static bool open_replay (pass *p, const char *run, bool order,
                         ft_strbuf *why) {
  *p = (pass){0};
  p->run = order ? ft_load_open_order (run, &p->error)
                 : ft_load_open (run, &p->error);
  if (!p->run)
    ft_strbuf_add (why, "its logs cannot be read: %s", p->error.message);
  return p->run;
}

static bool next_event (pass *p, ft_event *e, ft_tick *tick) {
  if (ft_load_next (p->run, &p->tables, e, &p->notes, &p->error) <= 0)
    return false;
  *tick = ft_load_tick (p->run);
  return true;
}

static void close_replay (pass *p) {
  ft_load_free (p->run);
  ft_tables_release (&p->tables);
  ft_notes_release (&p->notes);
}

// ---- races -----------------------------------------------------------------

// The events of one record: a memcpy has one for each granule.
typedef struct access_event {
  ft_event event;
  ft_id position; // in the trace of the replay
} access_event;

typedef FT_STACK (access_event) access_events;

// The loads of the replay that returned older stores, by position.
typedef FT_STACK (ft_id) driven_loads;

bool ft_is_same_kind (const ft_event *e, const ft_event *f) {
  enum ft_kind a = ft_event_shown_kind (e), b = ft_event_shown_kind (f);
  return a == b || (ft_kind_is_atomic (a) && ft_kind_reads (a) &&
                    ft_kind_is_atomic (b) && ft_kind_reads (b));
}

// An operation on an object that another thread has destroyed may fail, which
// is a plain read and no operation.
static bool may_fail (const ft_event *replayed, const ft_event *e) {
  return (replayed->kind == FT_READ && e->kind == FT_ATOMIC_READ) ||
         (replayed->kind == FT_ATOMIC_READ && e->kind == FT_READ);
}

// Whether a replayed event is the one at 'position' of the trace.  Events on an
// alternative path, at positions from the size of the trace on, may have no
// location.
static bool is_same (const pass *p, const ft_event *replayed,
                     const ft_trace *recorded, ft_id position) {
  const ft_event *e = recorded->events + position;
  const char *location =
      ft_tables_name (&recorded->tables, FT_CLASS_LOCATION, e->location);
  bool unknown = position >= recorded->size && !strcmp (location, "?");
  return (ft_is_same_kind (replayed, e) || may_fail (replayed, e)) &&
         (unknown || !strcmp (ft_tables_name (&p->tables, FT_CLASS_LOCATION,
                                              replayed->location),
                              location));
}

// Whether 'e' frees memory that the access touches.
static bool frees (const pass *p, const ft_event *e, const ft_event *access) {
  if (e->kind != FT_FREE || !ft_kind_accesses (access->kind) ||
      e->detail == FT_NO_ID)
    return false;
  const ft_detail *d = p->tables.details.begin + e->detail;
  const ft_variable *v = p->tables.variables.begin + access->target;
  return v->addressed && v->address < d->address + d->bytes &&
         d->address < v->address + 8;
}

// Finds two events that conflict.
static bool overlap (const pass *p, const access_events accesses[2],
                     ft_id positions[2]) {
  for (size_t i = 0; i < accesses[0].size; i++)
    for (size_t k = 0; k < accesses[1].size; k++) {
      const access_event *a = accesses[0].begin + i;
      const access_event *b = accesses[1].begin + k;
      positions[0] = a->position, positions[1] = b->position;
      if (ft_event_conflicts (&a->event, &b->event) ||
          frees (p, &a->event, &b->event) || frees (p, &b->event, &a->event))
        return true;
    }
  return false;
}

static bool reads_only (const access_events *s) {
  for (size_t i = 0; i < s->size; i++)
    if (ft_kind_writes (s->begin[i].event.kind) ||
        s->begin[i].event.kind == FT_FREE)
      return false;
  return true;
}

static bool is_driven (const ft_replay_schedule *s, const ft_event *e,
                       ft_tick tick) {
  for (size_t i = 0; i < s->stale.size && ft_kind_accesses (e->kind); i++)
    if (s->stale.begin[i].at.thread == tick.thread &&
        s->stale.begin[i].at.word == tick.word)
      return true;
  return false;
}

static void collect (pass *p, const ft_trace *recorded, const ft_witness *w,
                     const ft_replay_schedule *schedule,
                     access_events accesses[2], driven_loads *driven) {
  ft_event e;
  ft_tick tick;
  for (ft_id at = 0; next_event (p, &e, &tick); at++) {
    if (is_driven (schedule, &e, tick))
      FT_PUSH (*driven, at);
    for (int i = 0; i < 2; i++)
      if (tick.thread == schedule->pending.begin[i].thread &&
          tick.word == schedule->pending.begin[i].word &&
          is_same (p, &e, recorded, w->pair[i]))
        FT_PUSH (accesses[i], ((access_event){e, at}));
  }
}

// Names a thread whose record at its tick is at another location than its
// access.  An access may have no event although it took place: when the other
// thread did not come to its own, nothing shares the memory.
static void explain_other (const char *run, const ft_trace *recorded,
                           const ft_witness *w,
                           const ft_replay_schedule *schedule,
                           const access_events accesses[2], ft_strbuf *why) {
  ft_strbuf there = {0};
  uint32_t thread = FT_NO_ID;
  for (int i = 0; i < 2; i++) {
    ft_tick tick = schedule->pending.begin[i];
    const char *wanted = ft_tables_name (&recorded->tables, FT_CLASS_LOCATION,
                                         recorded->events[w->pair[i]].location);
    ft_strbuf now = {0};
    ft_diverged_reached (run, tick, &now);
    bool differs = !strstr (ft_strbuf_text (&now), wanted);
    if (!accesses[i].size && (thread == FT_NO_ID || differs)) {
      thread = tick.thread;
      ft_strbuf_release (&there);
      there = now;
    } else
      ft_strbuf_release (&now);
  }
  ft_strbuf_add (why, "thread %" PRIu32 " then did something else, %s", thread,
                 ft_strbuf_text (&there));
  ft_strbuf_release (&there);
}

static bool has_read (const ft_stale_reads *reads, ft_id read) {
  for (size_t i = 0; i < reads->size; i++)
    if (reads->begin[i].read == read)
      return true;
  return false;
}

// Whether the pair races in an execution graph of the replay in which loads may
// have returned the equal values of older stores.  Those that were made to must
// have: that of the last store is not the value that they returned.
static bool is_race_of_graph (const ft_trace *replayed, ft_checker *checker,
                              const ft_id pair[2], const driven_loads *driven) {
  bool swapped = pair[0] > pair[1];
  ft_id ascending[2] = {pair[swapped], pair[!swapped]};
  ft_stale_reads stale = {0};
  ft_witness w;
  ft_stale_reads_find (replayed, &stale);
  bool fine = true;
  for (size_t i = 0; i < driven->size; i++)
    fine &= has_read (&stale, driven->begin[i]);
  fine = fine && ft_rc11_witness_recorded (checker, &stale, ascending, &w);
  if (fine)
    ft_witness_release (&w);
  FT_RELEASE (stale);
  return fine;
}

// Whether the order of the replay, up to the last of two accesses, is a race as
// the memory model defines it: a schedule of the trace of the replay.  With loads
// that returned older stores it is no interleaving.
static bool is_race_of (const ft_trace *replayed, enum ft_memory_model memory,
                        const driven_loads *driven, const ft_id pair[2],
                        ft_strbuf *why) {
  ft_id last = pair[0] > pair[1] ? pair[0] : pair[1];
  if (last >= replayed->size) {
    ft_strbuf_add (why, "its logs cannot be read twice");
    return false;
  }
  ft_witness w = {.memory = FT_MEMORY_C11, .pair = {pair[0], pair[1]}};
  FT_RESERVE (w.schedule, last + 1);
  for (ft_id e = 0; e <= last; e++)
    FT_PUSH (w.schedule, e);
  ft_checker *checker = ft_checker_new (replayed);
  ft_strbuf reason = {0};
  bool fine = (ft_checker_accepts (checker, &w, &reason) &&
               FT_EMPTY (*driven)) ||
              (memory == FT_MEMORY_RC11 &&
               is_race_of_graph (replayed, checker, pair, driven));
  if (!fine)
    ft_strbuf_add (why, "it is no race in the order of the replay: %s",
                   FT_EMPTY (*driven) ? ft_strbuf_text (&reason)
                                      : "rc11 does not allow what its loads "
                                        "were made to return");
  ft_strbuf_release (&reason);
  ft_checker_free (checker);
  ft_witness_release (&w);
  return fine;
}

// Under sc both threads stood before their accesses, which is enough.
static bool is_unordered (const char *run, bool order, const ft_witness *w,
                          const driven_loads *driven, const ft_id pair[2],
                          ft_strbuf *why) {
  if (w->memory == FT_MEMORY_SC)
    return true;
  ft_error error = FT_NO_ERROR;
  ft_reader *reader = ft_reader_open (run, (ft_read_options){.order = order}, &error);
  ft_trace *replayed = NULL;
  if (reader) {
    ft_reader_skip_altpaths (reader);
    replayed = ft_trace_of_reader (reader, run, (ft_read_options){0},
                                   FT_NO_PROGRESS, &error);
    ft_reader_free (reader);
  }
  bool fine =
      replayed && is_race_of (replayed, w->memory, driven, pair, why);
  if (!replayed)
    ft_strbuf_add (why, "its logs cannot be read: %s", error.message);
  ft_trace_free (replayed);
  return fine;
}

static bool confirm_race (const char *run, bool order,
                          const ft_trace *recorded, const ft_witness *w,
                          const ft_replay_schedule *schedule, ft_strbuf *why,
                          enum ft_replay_failure *failure) {
  access_events accesses[2] = {{0}, {0}};
  driven_loads driven = {0};
  pass p;
  if (!open_replay (&p, run, order, why))
    return false;
  collect (&p, recorded, w, schedule, accesses, &driven);
  ft_id pair[2];
  bool both = accesses[0].size && accesses[1].size;
  bool fine = both && overlap (&p, accesses, pair);
  if (!both && *p.error.message)
    ft_strbuf_add (why, "its logs cannot be read: %s", p.error.message);
  else if (!both)
    explain_other (run, recorded, w, schedule, accesses, why);
  else if (!fine)
    ft_strbuf_add (why, reads_only (accesses) && reads_only (accesses + 1)
                            ? "both accesses only read: the compare-and-swap "
                              "found something else"
                            : "the two accesses were to different memory");
  else
    fine = driven.size == schedule->stale.size
               ? is_unordered (run, order, w, &driven, pair, why)
               : (ft_strbuf_add (why, "a load that has to return an older store "
                                      "was not made"),
                  false);
  *failure = both ? FT_REPLAY_FAILURE_ELSEWHERE : FT_REPLAY_FAILURE_DIVERGED;
  FT_RELEASE (accesses[0]);
  FT_RELEASE (accesses[1]);
  FT_RELEASE (driven);
  close_replay (&p);
  return fine;
}

// ---- deadlocks -------------------------------------------------------------

// Counts how often each held thread holds each lock, up to the tick where it is
// held.  A thread that acquires a lock at that tick is not in a deadlock:
// returns the thread, if any.
static uint32_t count_held (pass *p, const ft_replay_schedule *schedule,
                            ft_map *held) {
  uint32_t acquirer = FT_NO_ID;
  ft_event e;
  ft_tick tick;
  while (next_event (p, &e, &tick)) {
    bool taken = ft_kind_acquires (e.kind);
    for (size_t i = 0; i < schedule->pending.size; i++) {
      ft_tick hold = schedule->pending.begin[i];
      if (tick.thread == hold.thread && tick.word == hold.word && taken)
        acquirer = hold.thread;
      if (tick.thread != hold.thread || tick.word >= hold.word ||
          !(taken || ft_kind_releases (e.kind)))
        continue;
      uint32_t *n = ft_map_at (held, (uint64_t)i << 32 | e.target);
      *n = (*n == FT_NO_ID ? 0 : *n) + (taken ? 1 : UINT32_MAX);
    }
  }
  return acquirer;
}

static bool is_held (const pass *p, const ft_map *held, size_t thread,
                     const char *lock) {
  ft_id id =
      ft_intern_find (&p->tables.names[FT_CLASS_LOCK], lock, strlen (lock));
  uint32_t n =
      id == FT_NO_ID ? 0 : ft_map_get (held, (uint64_t)thread << 32 | id);
  return n && n != FT_NO_ID;
}

static bool confirm_deadlock (const char *run, const ft_trace *recorded,
                              const ft_witness *w,
                              const ft_replay_schedule *schedule,
                              ft_strbuf *why) {
  ft_map held = {0};
  pass p;
  if (!open_replay (&p, run, true, why))
    return false;
  uint32_t acquirer = count_held (&p, schedule, &held);
  bool fine = acquirer == FT_NO_ID;
  if (!fine)
    ft_strbuf_add (why, "thread %" PRIu32 " got the lock", acquirer);
  for (size_t i = 0; fine && i < w->blocked.size; i++) {
    size_t holder = (i + 1) % w->blocked.size;
    const ft_event *e = recorded->events + w->blocked.begin[i];
    const char *lock = ft_trace_target_name (recorded, e);
    fine = is_held (&p, &held, holder, lock);
    if (!fine)
      ft_strbuf_add (why, "thread %" PRIu32 " did not hold %s",
                     schedule->pending.begin[holder].thread, lock);
  }
  ft_map_release (&held);
  close_replay (&p);
  return fine;
}

// The code is re-executed only where the race is not seen without.
static bool confirm_either_way (const char *run, const ft_trace *recorded,
                                const ft_witness *w,
                                const ft_replay_schedule *schedule,
                                ft_strbuf *why,
                                enum ft_replay_failure *failure) {
  ft_strbuf first = {0};
  bool fine = confirm_race (run, true, recorded, w, schedule, &first, failure) ||
              confirm_race (run, false, recorded, w, schedule, why, failure);
  ft_strbuf_release (&first);
  return fine;
}

bool ft_confirm (const char *run, const ft_trace *recorded, const ft_witness *w,
                 const ft_replay_schedule *schedule, ft_strbuf *why,
                 enum ft_replay_failure *failure) {
  *failure = FT_REPLAY_FAILURE_ELSEWHERE;
  return FT_EMPTY (w->blocked)
             ? confirm_either_way (run, recorded, w, schedule, why, failure)
             : confirm_deadlock (run, recorded, w, schedule, why);
}
