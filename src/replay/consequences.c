#include "replay/consequences.h"

#include <signal.h>
#include <string.h>

#include "base/deadline.h"
#include "base/debug_log.h"
#include "record/directory.h"
#include "replay/continuation.h"
#include "replay/judge.h"
#include "replay/mixed_ends.h"
#include "replay/patience.h"
#include "replay/probe_run.h"

#define FOR_CONTROLS 0.2 // of the time

typedef struct subject {
  ft_race *race;
  ft_replay_schedule schedule;
  bool has_schedule, failed;
  ft_order_outcomes orders[2];
} subject;

typedef struct study {
  const ft_consequence_options *asked;
  const ft_replay_context *replays;
  struct ft_wire_control recorded; // how the recorded run ended
  bool recorded_known;
  FT_STACK (subject) subjects;
  ft_deadline deadline;
  ft_patience patience;
  size_t done;
  bool over; // something was left undone since the time was over
} study;

// ---- one continuation ------------------------------------------------------

static bool ended_as_recorded (const study *s, const ft_continuation *c) {
  if (!s->recorded_known)
    return false;
  return c->end == FT_CONTINUATION_SIGNALED
             ? s->recorded.signal == (uint32_t)c->signal
             : c->end == FT_CONTINUATION_EXITED && !s->recorded.signal &&
                   s->recorded.status == (uint32_t)c->status;
}

static enum ft_consequence_class class_of_signal (const ft_continuation *c) {
  bool asserts = c->assertion.size &&
                 strstr (ft_strbuf_text (&c->assertion), "Assertion `");
  bool fault = c->signal == SIGSEGV || c->signal == SIGBUS ||
               c->signal == SIGFPE || c->signal == SIGILL ||
               c->signal == SIGABRT || c->signal == SIGTRAP;
  return fault && !asserts ? FT_CONSEQUENCE_CRASH : FT_CONSEQUENCE_CHECK;
}

static enum ft_consequence_class class_of (const ft_continuation *c) {
  if (c->end == FT_CONTINUATION_SIGNALED) {
    enum ft_consequence_class class = class_of_signal (c);
    if (class == FT_CONSEQUENCE_CRASH || !c->memory.freed.size)
      return class;
  }
  if (c->memory.freed.size)
    return FT_CONSEQUENCE_MEMORY;
  return c->end == FT_CONTINUATION_BLOCKED ? FT_CONSEQUENCE_HANG
                                           : FT_CONSEQUENCE_NONE;
}

// Whether the program crashed at an access of the race, or behind it in that
// thread.
static bool is_own (const study *s, const ft_race *race,
                    const ft_continuation *c) {
  const ft_trace *t = s->replays->trace;
  if (c->end != FT_CONTINUATION_SIGNALED || FT_EMPTY (c->ending.stack))
    return false;
  for (int i = 0; i < 2; i++) {
    const ft_event *e = t->events + race->pair[i];
    if (!strcmp (c->ending.thread,
                 ft_trace_name (t, FT_CLASS_THREAD, e->thread)) &&
        !strcmp (c->ending.stack.begin[0].location,
                 ft_trace_name (t, FT_CLASS_LOCATION, e->location)))
      return true;
  }
  return false;
}

// Takes the files.
static ft_continued outcome_of (study *s, const ft_race *race,
                                ft_continuation *c, unsigned round,
                                double limit) {
  ft_continued x = {.class = class_of (c),
                    .files = c->files,
                    .round = round,
                    .as_recorded =
                        ended_as_recorded (s, c) && !c->memory.freed.size,
                    .own = is_own (s, race, c),
                    .timed_out = c->end == FT_CONTINUATION_TIMED_OUT,
                    .seconds = c->seconds};
  if (x.timed_out)
    x.seconds = limit;
  else
    ft_patience_learn (&s->patience, c->seconds);
  c->files = (ft_final_files){0};
  ft_continuation_add_end (&x.ended, c);
  if (c->memory.freed.size)
    ft_strbuf_add (&x.ended, "; %s", ft_strbuf_text (&c->memory.freed));
  ft_strbuf_add (&x.status, "%d %d %d", (int)c->end, c->status, c->signal);
  ft_strbuf_add (&x.written, "%s", ft_strbuf_text (&c->output));
  ft_strbuf_add (&x.written, "%s", ft_strbuf_text (&c->errors));
  ft_strbuf_add (&x.state, "%s", ft_strbuf_text (&c->memory.value));
  ft_strbuf_add (&x.memory, "%s", ft_strbuf_text (&c->memory.state));
  ft_strbuf_add (&x.reads, "%s", ft_strbuf_text (&c->memory.reads));
  ft_strbuf_add (&x.overrun, "%s", ft_strbuf_text (&c->memory.overrun));
  return x;
}

// An order that is not reached once, or that hangs until its time is over, is
// not tried again.
static bool is_done (const ft_order_outcomes *o) {
  return o->tried && (FT_EMPTY (o->all) || FT_TOP (o->all).timed_out);
}

// One continuation; 'to' gets its outcome if it reached the race.
static bool go_on (study *s, subject *x, unsigned first, unsigned round,
                   double limit, ft_continued_list *to, ft_error *error) {
  ft_continuation c;
  ft_continuation_options how = ft_continuation_round (first, round);
  how.seconds = limit;
  if (s->asked->progress)
    s->asked->progress (s->asked->context, s->done,
                        2 * s->asked->runs * s->subjects.size);
  s->done++;
  bool fine = ft_continue (s->replays, &x->race->witness, &x->schedule, &how,
                           &c, error);
  if (fine && c.interrupted)
    raise (c.interrupted); // for the handler of this process
  else if (fine && c.reached)
    FT_PUSH (*to, outcome_of (s, x->race, &c, round, limit));
  else if (fine)
    FT_DEBUG (REPLAY, 1, "order %u not reached: %s", first + 1,
              ft_strbuf_text (&c.why));
  ft_continuation_release (&c);
  return fine;
}

static bool try_order (study *s, subject *x, unsigned first, unsigned round,
                       ft_error *error) {
  ft_order_outcomes *o = x->orders + first;
  if (is_done (o))
    return true;
  o->tried++;
  // Of the first round all that are left have a share of the time.
  size_t left = round ? 1 : 2 * s->subjects.size - s->done;
  double limit = round ? ft_patience_enough (&s->patience)
                       : ft_patience_share (&s->patience,
                                            ft_deadline_left (&s->deadline),
                                            left);
  return go_on (s, x, first, round, limit, &o->all, error);
}

static bool prepare (study *s, subject *x) {
  ft_error error = FT_NO_ERROR;
  if (!x->has_schedule && !x->failed) {
    x->has_schedule =
        ft_probe_schedule (&x->schedule, s->replays, &x->race->witness, &error);
    x->failed = !x->has_schedule;
  }
  return x->has_schedule;
}

static bool is_over (study *s) {
  s->over |= ft_deadline_over (&s->deadline);
  return s->over;
}

static bool run_round (study *s, unsigned round, ft_error *error) {
  bool fine = true;
  for (size_t i = 0; i < s->subjects.size; i++)
    for (unsigned first = 0; first < 2; first++) {
      subject *x = s->subjects.begin + i;
      if (!fine || is_over (s))
        return fine;
      if (prepare (s, x))
        fine = try_order (s, x, first, round, error);
    }
  return fine;
}

// Whether the order was killed at a limit that is too short to call it a hang.
static bool is_unsure (const study *s, const ft_order_outcomes *o) {
  return !FT_EMPTY (o->all) && FT_TOP (o->all).timed_out &&
         FT_TOP (o->all).seconds < ft_patience_enough (&s->patience);
}

static void drop_last (ft_order_outcomes *o) {
  ft_continued_release (&FT_TOP (o->all));
  o->all.size--;
}

// Makes continuations that were killed too early once more, with more time.
static bool run_slow (study *s, ft_error *error) {
  bool fine = true;
  size_t left = 0;
  for (size_t i = 0; i < 2 * s->subjects.size; i++)
    left += is_unsure (s, s->subjects.begin[i / 2].orders + i % 2);
  for (size_t i = 0; i < 2 * s->subjects.size && fine; i++) {
    subject *x = s->subjects.begin + i / 2;
    ft_order_outcomes *o = x->orders + i % 2;
    if (!is_unsure (s, o))
      continue;
    if (is_over (s))
      break;
    double limit = ft_patience_share (
        &s->patience, ft_deadline_left (&s->deadline), left--);
    if (limit <= FT_TOP (o->all).seconds)
      continue;
    unsigned round = FT_TOP (o->all).round;
    drop_last (o);
    fine = go_on (s, x, (unsigned)(i % 2), round, limit, &o->all, error);
  }
  return fine;
}

// Each round is one continuation of each order of each race, so that a short
// time shows something of all.
static bool run_all (study *s, ft_error *error) {
  bool fine = run_round (s, 0, error) && run_slow (s, error);
  for (unsigned round = 1; fine && round < s->asked->runs; round++)
    fine = run_round (s, round, error);
  for (size_t i = 0; i < 2 * s->subjects.size; i++) {
    ft_order_outcomes *o = s->subjects.begin[i / 2].orders + i % 2;
    bool unsure = is_unsure (s, o);
    s->over |= unsure;
    if (unsure)
      drop_last (o);
    o->unsure = unsure && FT_EMPTY (o->all);
  }
  return fine;
}

// Where a difference may be one of the clock, say, the first continuation of
// the order is made again.
static bool control_all (study *s, ft_error *error) {
  bool fine = true;
  for (size_t i = 0; i < s->subjects.size; i++)
    for (unsigned first = 0; first < 2; first++) {
      subject *x = s->subjects.begin + i;
      ft_order_outcomes *o = x->orders + first;
      if (!ft_order_wants_control (x->orders, first))
        continue;
      if (!fine || is_over (s))
        return fine;
      fine = go_on (s, x, first, o->all.begin->round,
                    ft_patience_enough (&s->patience), &o->control, error);
    }
  return fine;
}

// ---- mixed ends ----------------------------------------------------------------

typedef struct repeating {
  study *study;
  subject *subject;
  ft_error *error;
  bool failed;
} repeating;

static bool repeat_one (void *context, unsigned first, unsigned round,
                        ft_continued_list *to) {
  repeating *r = context;
  if (r->failed || is_over (r->study))
    return false;
  r->failed = !go_on (r->study, r->subject, first, round,
                      ft_patience_enough (&r->study->patience), to, r->error);
  return !r->failed;
}

static bool repeat_all (study *s, ft_error *error) {
  repeating r = {.study = s, .error = error};
  ft_repeats repeats = {
      .go_on = repeat_one, .context = &r, .runs = s->asked->runs};
  for (size_t i = 0; i < s->subjects.size && !r.failed; i++) {
    r.subject = s->subjects.begin + i;
    ft_mixed_ends_repeat (r.subject->orders, &repeats);
  }
  return !r.failed;
}

// ---- consequences of other races -------------------------------------------

static size_t count_ends (const ft_order_outcomes *o,
                          const ft_continued *like) {
  size_t n = 0;
  for (size_t i = 0; i < o->all.size; i++)
    n += ft_continued_ends_equal (o->all.begin + i, like);
  return n;
}

// The end that one order of the race always has and the other never; NULL if
// there is none.
static const ft_continued *sure_end (const subject *x) {
  for (int k = 0; k < 2; k++) {
    const ft_order_outcomes *own = x->orders + k, *other = x->orders + !k;
    if (FT_EMPTY (own->all) || FT_EMPTY (other->all))
      continue;
    const ft_continued *first = own->all.begin;
    if (first->class < FT_CONSEQUENCE_OUTPUT &&
        count_ends (own, first) == own->all.size && !count_ends (other, first))
      return first;
  }
  return NULL;
}

// A continuation of one race may run into another race.
static void mark_others (study *s, subject *x, const ft_continued *end) {
  for (size_t i = 0; i < s->subjects.size; i++) {
    subject *y = s->subjects.begin + i;
    if (y == x || sure_end (y))
      continue;
    for (int k = 0; k < 2; k++)
      for (size_t n = 0; n < y->orders[k].all.size; n++) {
        ft_continued *one = y->orders[k].all.begin + n;
        one->of_other |= ft_continued_ends_equal (one, end);
      }
  }
}

// Drops the marked outcomes of an order, unless these are all.
static void drop_marked (ft_order_outcomes *o) {
  size_t kept = 0;
  for (size_t i = 0; i < o->all.size; i++)
    kept += !o->all.begin[i].of_other;
  if (!kept)
    return;
  kept = 0;
  for (size_t i = 0; i < o->all.size; i++)
    if (o->all.begin[i].of_other)
      ft_continued_release (o->all.begin + i);
    else
      o->all.begin[kept++] = o->all.begin[i];
  o->all.size = kept;
}

// A recorded run that crashed may have done so without this race, unless only
// one order does.
static void forgive_recorded (ft_order_outcomes o[2]) {
  bool both = !FT_EMPTY (o[0].all) && !FT_EMPTY (o[1].all);
  if (both && ft_orders_decide (o, ft_continued_status))
    return;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].all.size; i++)
      if (o[k].all.begin[i].as_recorded)
        o[k].all.begin[i].class = FT_CONSEQUENCE_NONE;
}

static void attribute (study *s) {
  for (size_t i = 0; i < s->subjects.size; i++)
    forgive_recorded (s->subjects.begin[i].orders);
  for (size_t i = 0; i < s->subjects.size; i++) {
    const ft_continued *end = sure_end (s->subjects.begin + i);
    if (end)
      mark_others (s, s->subjects.begin + i, end);
  }
  for (size_t i = 0; i < s->subjects.size; i++)
    for (int k = 0; k < 2; k++)
      drop_marked (s->subjects.begin[i].orders + k);
}

// ---- all races -------------------------------------------------------------

static void describe_order (const ft_trace *t, const ft_race *race,
                            unsigned first, ft_strbuf *text) {
  const ft_event *e = t->events + race->pair[first];
  const ft_event *f = t->events + race->pair[!first];
  const char *words[2];
  const ft_event *events[2] = {e, f};
  for (int i = 0; i < 2; i++)
    words[i] = ft_event_shown_kind (events[i]) == FT_FREE ? "frees"
               : !ft_kind_writes (events[i]->kind)        ? "reads"
               : ft_kind_is_atomic (events[i]->kind)      ? "updates"
                                                          : "writes";
  ft_strbuf_add (text, "%s %s before %s %s",
                 ft_trace_name (t, FT_CLASS_THREAD, e->thread), words[0],
                 ft_trace_name (t, FT_CLASS_THREAD, f->thread), words[1]);
}

// Why a race is no subject; NULL: it is one.
static const char *why_not (const ft_race *race) {
  return race->suppressed ? "it is suppressed"
         : race->witness.memory != FT_MEMORY_SC
             ? "it needs an order that interleaving the threads alone cannot "
               "show"
         : ft_replayed_failed (&race->replayed) ? "no replay reached it"
                                                : NULL;
}

static bool frees (const ft_trace *t, const ft_race *race) {
  return ft_event_shown_kind (t->events + race->pair[0]) == FT_FREE ||
         ft_event_shown_kind (t->events + race->pair[1]) == FT_FREE;
}

static void collect (study *s, ft_results *results) {
  for (size_t i = 0; i < results->size; i++) {
    ft_race *race = results->races + i;
    if (race->verdict != FT_CERTIFIED || why_not (race))
      continue;
    subject x = {.race = race};
    for (unsigned k = 0; k < 2; k++) {
      describe_order (s->replays->trace, race, k, &x.orders[k].accesses);
      x.orders[k].frees = frees (s->replays->trace, race);
    }
    FT_PUSH (s->subjects, x);
  }
}

static void release (study *s) {
  for (size_t i = 0; i < s->subjects.size; i++) {
    subject *x = s->subjects.begin + i;
    ft_replay_schedule_release (&x->schedule);
    for (int k = 0; k < 2; k++)
      ft_order_outcomes_release (x->orders + k);
  }
  FT_RELEASE (s->subjects);
}

static void judge_others (ft_results *results, unsigned planned) {
  for (size_t i = 0; i < results->size; i++) {
    ft_race *race = results->races + i;
    ft_strbuf text = {0};
    if (race->verdict != FT_CERTIFIED || !why_not (race))
      continue;
    ft_strbuf_add (&text, "not tried: %s", why_not (race));
    race->consequence = (ft_consequence){.known = true,
                                         .class = FT_CONSEQUENCE_NOT_TRIED,
                                         .planned = planned,
                                         .text = ft_strbuf_take (&text)};
  }
}

static void report_cut (const study *s, ft_results *results) {
  bool stopped = ft_deadline_stopped (&s->deadline);
  results->interrupted |= stopped;
  if (s->over || stopped)
    ft_phase_cut (&results->phases, FT_PHASE_CONTINUING,
                  stopped ? FT_TRUNCATION_INTERRUPT : FT_TRUNCATION_TIME,
                  s->done, 2 * s->asked->runs * s->subjects.size);
}

bool ft_consequences_find (const ft_consequence_options *asked,
                           const ft_replay_context *replays,
                           ft_results *results, ft_error *error) {
  study s = {.asked = asked,
             .replays = replays,
             .deadline = ft_deadline_in (asked->seconds * (1 - FOR_CONTROLS),
                                         asked->stop)};
  ft_patience_init (&s.patience, replays->file.seconds, replays->seconds);
  ft_deadline whole = ft_deadline_in (asked->seconds, asked->stop);
  s.recorded_known = ft_directory_control (replays->run, &s.recorded) &&
                     s.recorded.state == FT_WIRE_ENDED;
  collect (&s, results);
  bool fine = run_all (&s, error);
  attribute (&s);
  s.deadline = whole;
  fine = fine && repeat_all (&s, error) && control_all (&s, error);
  for (size_t i = 0; i < s.subjects.size; i++)
    ft_consequence_judge (&s.subjects.begin[i].race->consequence,
                          s.subjects.begin[i].orders, asked->runs);
  judge_others (results, asked->runs);
  report_cut (&s, results);
  release (&s);
  return fine;
}
