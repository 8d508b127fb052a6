#include "replay/route_replay.h"

#include <string.h>

#include "base/debug_log.h"
#include "replay/failure_replay.h"
#include "replay/probe_run.h"
#include "replay/thread_numbers.h"

void ft_route_replayed_release (ft_route_replayed *r) {
  ft_strbuf_release (&r->why);
}

// A route as a trace whose events are its steps, which has the names of the new build as far
// as they are found.
typedef struct follower {
  const ft_route *route;
  const ft_line_marks *marks; // of the new build
  bool any_column;
  ft_trace *trace;
  ft_witness witness; // all of the trace but the last events, which are its end
  FT_STACK (const ft_route_step *) steps; // by event of the trace
} follower;

static ft_id name (ft_trace *t, enum ft_class class, const char *text) {
  return ft_tables_add (&t->tables, class, text, strlen (text));
}

// The targets of accesses play no part: their records say what they access.
static void add_events (follower *f, const ft_route_step *s) {
  ft_event e = FT_EVENT_NONE;
  e.kind = (uint8_t)s->kind;
  e.thread = name (f->trace, FT_CLASS_THREAD, s->thread);
  e.location = name (f->trace, FT_CLASS_LOCATION, s->location);
  e.target = s->joined                    ? name (f->trace, FT_CLASS_THREAD, s->joined)
             : ft_kind_accesses (s->kind) ? name (f->trace, FT_CLASS_VARIABLE, "?")
                                          : FT_NO_ID;
  for (uint32_t i = 0; i < s->times; i++) {
    ft_trace_push (f->trace, e);
    FT_PUSH (f->steps, s);
  }
}

static void begin (follower *f, const char *run) {
  const ft_route *r = f->route;
  f->trace = ft_trace_new (run, "route");
  for (size_t i = 0; i < r->steps.size; i++)
    add_events (f, r->steps.begin + i);
  ft_id size = f->trace->size, ends = (ft_id)ft_route_ends (r);
  f->witness = (ft_witness){.pair = {FT_NO_ID, FT_NO_ID},
                            .failure = r->failure,
                            .freed = FT_NO_ID,
                            .fails = r->failure != FT_FAILURE_NONE ? size - 1 : FT_NO_ID};
  for (ft_id i = 0; i < size; i++)
    if (i + ends < size)
      FT_PUSH (f->witness.schedule, i);
    else if (r->blocked)
      FT_PUSH (f->witness.blocked, i);
    else if (r->failure == FT_FAILURE_NONE)
      f->witness.pair[i + 2 - size] = i;
}

static void end (follower *f) {
  ft_trace_free (f->trace);
  ft_witness_release (&f->witness);
  FT_RELEASE (f->steps);
}

// Whether a location of the new build is that of an event; the event is named by it then.
static bool is_place (void *context, ft_id event, const char *location) {
  follower *f = context;
  const ft_route_step *s = f->steps.begin[event];
  if (ft_line_marks_at (f->marks, location) != s->mark ||
      !(f->any_column || ft_route_same_columns (location, s->location)))
    return false;
  f->trace->events[event].location = name (f->trace, FT_CLASS_LOCATION, location);
  return true;
}

// ---- deadlocks and failures --------------------------------------------------

typedef struct look {
  const follower *f;
  ft_route_replayed *done;
  const ft_continuation *continuation;
} look;

static bool waits_at (const look *l, const ft_route_step *s) {
  const ft_run_deadlock *d = &l->continuation->deadlock;
  for (size_t i = 0; i < d->threads.size; i++)
    if (ft_line_marks_at (l->f->marks, d->threads.begin[i].location) == s->mark)
      return true;
  return false;
}

static bool all_wait (const look *l) {
  const ft_route *r = l->f->route;
  bool all = l->continuation->end == FT_CONTINUATION_BLOCKED;
  for (size_t i = r->steps.size - r->blocked; all && i < r->steps.size; i++)
    all = waits_at (l, r->steps.begin + i);
  return all;
}

static bool fails_at (void *context, const char *line) {
  const look *l = context;
  return ft_failure_is_seen (l->f->route->failure, line, l->continuation);
}

// The place of the failure, or where it has no record, its thread's step before.
static bool is_failure (look *l) {
  const ft_route *r = l->f->route;
  size_t last = r->steps.size - 1;
  const char *thread = r->steps.begin[last].thread;
  if (ft_line_marks_any (l->f->marks, r->steps.begin[last].mark, fails_at, l))
    return true;
  for (size_t i = last; i--;)
    if (!strcmp (r->steps.begin[i].thread, thread))
      return ft_failure_has_no_record (r->failure, l->continuation) &&
             !strcmp (l->continuation->ending.thread, thread) &&
             ft_line_marks_any (l->f->marks, r->steps.begin[i].mark, fails_at, l);
  return false;
}

static void judge (void *context, const char *run, const ft_target_exit *ended) {
  look *l = context;
  const follower *f = l->f;
  ft_continuation c = {.reached = true};
  const ft_tick begin = {
      ft_replay_thread_of (f->trace, f->trace->events[f->trace->size - 1].thread), 0};
  ft_continuation_read (&c, run, ended);
  if (f->route->failure == FT_FAILURE_USE_AFTER_FREE ||
      f->route->failure == FT_FAILURE_DOUBLE_FREE)
    ft_memory_findings_read (&c.memory, run, &begin, 1, !ended->timed_out);
  l->continuation = &c;
  bool seen = f->route->blocked ? all_wait (l) : is_failure (l);
  l->done->reached += seen;
  if (!seen && !l->done->why.size) {
    ft_strbuf_add (&l->done->why, "the program ended otherwise: ");
    ft_continuation_add_end (&l->done->why, &c);
  }
  ft_continuation_release (&c);
}

static bool replay_to_end (follower *f, const ft_replay_context *r,
                           const ft_replay_schedule *schedule, unsigned runs,
                           ft_route_replayed *done, ft_error *error) {
  look l = {.f = f, .done = done};
  int interrupted = 0;
  for (unsigned i = 0; i < runs && !interrupted; i++) {
    if (!ft_replay_to_end (r, schedule, judge, &l, &interrupted, error))
      return false;
    done->runs += !interrupted;
  }
  return true;
}

// ---- races -------------------------------------------------------------------

static bool replay_all (follower *f, const ft_replay_context *r,
                        ft_replay_schedule *schedule, unsigned runs,
                        ft_route_replayed *done, ft_error *error) {
  if (f->route->blocked || f->route->failure != FT_FAILURE_NONE)
    return replay_to_end (f, r, schedule, runs, done, error);
  for (unsigned i = 0; i < runs; i++) {
    ft_replay_result once;
    if (!ft_replay_once (r, &f->witness, schedule, FT_REPLAY_THEN_FREE, false,
                         &once, error))
      return false;
    done->runs++;
    done->reached += once.reached;
    if (!once.reached && !done->why.size)
      ft_strbuf_add (&done->why, "%s", ft_strbuf_text (&once.why));
    ft_replay_result_release (&once);
  }
  return true;
}

static bool follow (follower *f, const ft_replay_context *r, unsigned runs,
                    ft_route_replayed *done, ft_error *error) {
  ft_replay_schedule schedule = {0};
  ft_error left = FT_NO_ERROR;
  ft_probe_places places = {is_place, f};
  begin (f, r->run);
  ft_replay_context own = *r;
  own.trace = f->trace;
  bool found = ft_probe_places_schedule (&schedule, &own, &f->witness, &places, &left);
  bool fine = !found || replay_all (f, &own, &schedule, runs, done, error);
  if (!found)
    ft_strbuf_add (&done->why, "%s", left.message);
  FT_DEBUG (REPLAY, 1, "route of %zu steps, %s columns: %u of %u replays reached its end%s%s",
            f->route->steps.size, f->any_column ? "any" : "the same", done->reached,
            done->runs, found ? "" : ": ", found ? "" : left.message);
  ft_replay_schedule_release (&schedule);
  end (f);
  return fine;
}

bool ft_route_replay (const ft_route *route, const char *run, unsigned runs,
                      ft_route_replayed *done, ft_error *error) {
  ft_replay_context r;
  *done = (ft_route_replayed){0};
  if (!ft_replay_context_init (&r, run, NULL, 0, error))
    return false;
  ft_line_marks *marks = ft_line_marks_read (run);
  follower f = {.route = route, .marks = marks};
  bool fine = follow (&f, &r, runs, done, error);
  if (fine && !done->reached) {
    done->why.size = 0;
    follower again = {.route = route, .marks = marks, .any_column = true};
    fine = follow (&again, &r, runs, done, error);
  }
  ft_line_marks_free (marks);
  ft_replay_context_release (&r);
  return fine;
}
