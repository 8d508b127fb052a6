#include "replay/consequences.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/debug_log.h"
#include "record/directory.h"
#include "replay/continuation.h"
#include "replay/probe_run.h"
#include "replay/states.h"

// What one continuation showed.
typedef struct outcome {
  enum ft_consequence_class class; // of the continuation alone: NONE, or worse
  ft_strbuf ended;                 // how it ended, in words
  ft_strbuf status, written, state; // what is compared between the orders
  ft_strbuf memory;  // all values at the end, a line each
  ft_strbuf overrun; // an access behind the end of a block, or ""
  bool timed_out;
  bool as_recorded; // it ended as the recorded run did
  bool of_other; // it is the sure consequence of another race
} outcome;

typedef struct order {
  FT_STACK (outcome) outcomes; // of continuations that reached the race
  ft_strbuf accesses;          // "T2 writes first"
  unsigned tried;
} order;

typedef struct subject {
  ft_race *race;
  ft_replay_schedule schedule;
  bool has_schedule, failed;
  order orders[2];
} subject;

typedef struct study {
  const ft_consequence_options *asked;
  const ft_replay_context *replays;
  struct ft_wire_control recorded; // how the recorded run ended
  bool recorded_known;
  FT_STACK (subject) subjects;
  ft_deadline deadline;
  size_t done;
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

static void count (study *s, order *o, const ft_continuation *c) {
  outcome x = {.class = class_of (c),
               .as_recorded = ended_as_recorded (s, c) && !c->memory.freed.size,
               .timed_out = c->end == FT_CONTINUATION_TIMED_OUT};
  ft_continuation_add_end (&x.ended, c);
  if (c->memory.freed.size)
    ft_strbuf_add (&x.ended, "; %s", ft_strbuf_text (&c->memory.freed));
  ft_strbuf_add (&x.status, "%d %d %d", (int)c->end, c->status, c->signal);
  ft_strbuf_add (&x.written, "%s", ft_strbuf_text (&c->output));
  ft_strbuf_add (&x.written, "%s", ft_strbuf_text (&c->errors));
  ft_strbuf_add (&x.state, "%s", ft_strbuf_text (&c->memory.value));
  ft_strbuf_add (&x.memory, "%s", ft_strbuf_text (&c->memory.state));
  ft_strbuf_add (&x.overrun, "%s", ft_strbuf_text (&c->memory.overrun));
  FT_PUSH (o->outcomes, x);
}

// The first continuation goes on as the recording did, the second switches
// threads seldom, the others do at random.
static ft_continuation_options options_of (unsigned first, unsigned round) {
  return (ft_continuation_options){
      .first = first,
      .policy = round == 0   ? FT_CONTINUE_AS_RECORDED
                : round == 1 ? FT_CONTINUE_LONG
                             : FT_CONTINUE_RANDOM,
      .seed = round,
      .then = FT_REPLAY_THEN_FREE};
}

// An order that is not reached once, or that hangs until its time is over, is not
// tried again.
static bool is_done (const order *o) {
  return o->tried && (FT_EMPTY (o->outcomes) || FT_TOP (o->outcomes).timed_out);
}

static bool try_order (study *s, subject *x, unsigned first, unsigned round,
                       ft_error *error) {
  ft_continuation c;
  ft_continuation_options how = options_of (first, round);
  order *o = x->orders + first;
  if (is_done (o))
    return true;
  if (s->asked->progress)
    s->asked->progress (s->asked->context, s->done,
                        2 * s->asked->runs * s->subjects.size);
  s->done++;
  bool fine = ft_continue (s->replays, &x->race->witness, &x->schedule, &how,
                           &c, error);
  if (fine && c.interrupted)
    raise (c.interrupted); // for the handler of this process
  else if (fine) {
    o->tried++;
    if (c.reached)
      count (s, o, &c);
    else
      FT_DEBUG (REPLAY, 1, "order %u not reached: %s", first + 1,
                ft_strbuf_text (&c.why));
  }
  ft_continuation_release (&c);
  return fine;
}

static bool prepare (study *s, subject *x) {
  ft_error error = FT_NO_ERROR;
  if (!x->has_schedule && !x->failed) {
    x->has_schedule = ft_probe_schedule (&x->schedule, s->replays,
                                         &x->race->witness, &error);
    x->failed = !x->has_schedule;
  }
  return x->has_schedule;
}

// Each round is one continuation of each order of each race, so that a short
// time shows something of all.
static bool run_all (study *s, ft_error *error) {
  bool fine = true;
  for (unsigned round = 0; round < s->asked->runs; round++)
    for (size_t i = 0; i < s->subjects.size; i++)
      for (unsigned first = 0; first < 2; first++) {
        subject *x = s->subjects.begin + i;
        if (!fine || ft_deadline_over (&s->deadline))
          return fine;
        if (prepare (s, x))
          fine = try_order (s, x, first, round, error);
      }
  return fine;
}

// ---- comparing the orders --------------------------------------------------

typedef const ft_strbuf *of_outcome (const outcome *);

static const ft_strbuf *status_of (const outcome *x) {
  return &x->status;
}

static const ft_strbuf *written_of (const outcome *x) {
  return &x->written;
}

static const ft_strbuf *state_of (const outcome *x) {
  return &x->state;
}

static bool same_text (const ft_strbuf *a, const ft_strbuf *b) {
  return !strcmp (ft_strbuf_text (a), ft_strbuf_text (b));
}

// The number of outcomes of 'a' that 'b' does not have.
static size_t missing (const order *a, const order *b, of_outcome *part) {
  size_t n = 0;
  for (size_t i = 0; i < a->outcomes.size; i++) {
    bool found = false;
    for (size_t k = 0; k < b->outcomes.size && !found; k++)
      found = same_text (part (a->outcomes.begin + i),
                         part (b->outcomes.begin + k));
    n += !found;
  }
  return n;
}

static bool has_one (const order *o, of_outcome *part) {
  for (size_t i = 1; i < o->outcomes.size; i++)
    if (!same_text (part (o->outcomes.begin), part (o->outcomes.begin + i)))
      return false;
  return true;
}

// A part that is not known in a continuation is not compared at all.
static bool is_known (const order *o, of_outcome *part) {
  for (size_t i = 0; i < o->outcomes.size; i++)
    if (!part (o->outcomes.begin + i)->size)
      return false;
  return true;
}

static bool order_decides (const order o[2], of_outcome *part) {
  if (part == state_of && !(is_known (o, part) && is_known (o + 1, part)))
    return false;
  size_t first = missing (o, o + 1, part), second = missing (o + 1, o, part);
  bool disjoint = first == o[0].outcomes.size && second == o[1].outcomes.size;
  return disjoint || ((first || second) &&
                      (has_one (o, part) || has_one (o + 1, part)));
}

// Two outcomes that differ, one of each order.
static bool find_pair (const order o[2], of_outcome *part,
                       const outcome *pair[2]) {
  for (size_t i = 0; i < o[0].outcomes.size; i++)
    for (size_t k = 0; k < o[1].outcomes.size; k++) {
      pair[0] = o[0].outcomes.begin + i;
      pair[1] = o[1].outcomes.begin + k;
      if (!same_text (part (pair[0]), part (pair[1])))
        return true;
    }
  return false;
}

// A run that was killed at its time limit hangs if another one ended.
static void judge_times (order o[2]) {
  bool ended = false;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].outcomes.size; i++)
      ended |= !o[k].outcomes.begin[i].timed_out;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].outcomes.size; i++) {
      outcome *x = o[k].outcomes.begin + i;
      if (ended && x->timed_out && x->class > FT_CONSEQUENCE_HANG)
        x->class = FT_CONSEQUENCE_HANG;
    }
}

// ---- words -----------------------------------------------------------------

// The first line that one text has and the other has not, as long as a line of a
// report allows.
static void add_line_beside (ft_strbuf *text, const char *a, const char *b) {
  enum { MOST = 80 };
  while (*a) {
    size_t n = strcspn (a, "\n"), m = strcspn (b, "\n");
    if (n != m || strncmp (a, b, n)) {
      ft_strbuf_add (text, "'%.*s%s'", (int)(n < MOST ? n : MOST), a,
                     n < MOST ? "" : "…");
      return;
    }
    a += n + (a[n] != 0);
    b += m + (b[m] != 0);
  }
  ft_strbuf_add (text, "nothing more");
}

static const outcome *worst_of (const order *o) {
  const outcome *worst = NULL;
  for (size_t i = 0; i < o->outcomes.size; i++)
    if (!worst || o->outcomes.begin[i].class < worst->class)
      worst = o->outcomes.begin + i;
  return worst;
}

static void add_difference (ft_strbuf *text, enum ft_consequence_class class,
                            const outcome *own, const outcome *other) {
  switch (class) {
  case FT_CONSEQUENCE_OUTPUT:
    ft_strbuf_add (text, "writes ");
    add_line_beside (text, ft_strbuf_text (&own->written),
                     ft_strbuf_text (&other->written));
    return;
  case FT_CONSEQUENCE_STATE:
    ft_strbuf_add (text, "leaves the value %s", ft_strbuf_text (&own->state));
    return;
  default:
    ft_strbuf_add (text, "%s", ft_strbuf_text (&own->ended));
  }
}

// "with T2 first: SIGSEGV ... (in 4 of 4 continuations)"
static void add_worst (ft_strbuf *text, const order *o, const outcome *worst) {
  size_t n = 0;
  for (size_t i = 0; i < o->outcomes.size; i++)
    n += o->outcomes.begin[i].class == worst->class;
  ft_strbuf_add (text, "%s: %s (%zu of %zu continuation%s)",
                 ft_strbuf_text (&o->accesses), ft_strbuf_text (&worst->ended),
                 n, o->outcomes.size, o->outcomes.size == 1 ? "" : "s");
}

static void compare (ft_consequence *c, const order o[2],
                     enum ft_consequence_class class, of_outcome *part,
                     ft_strbuf *text) {
  const outcome *pair[2];
  if (c->class <= class || !order_decides (o, part) ||
      !find_pair (o, part, pair))
    return;
  c->class = class;
  text->size = 0;
  for (int k = 0; k < 2; k++) {
    ft_strbuf difference = {0};
    add_difference (&difference, class, pair[k], pair[!k]);
    ft_strbuf_add (text, "%s%s: %s", k ? "; " : "",
                   ft_strbuf_text (&o[k].accesses),
                   ft_strbuf_text (&difference));
    free (c->orders[k].difference);
    c->orders[k].difference = ft_strbuf_take (&difference);
  }
}

static void judge_absolute (ft_consequence *c, order o[2], ft_strbuf *text) {
  judge_times (o);
  for (int k = 0; k < 2; k++) {
    const outcome *worst = worst_of (o + k);
    c->orders[k].runs = (unsigned)o[k].outcomes.size;
    if (!worst)
      continue;
    c->orders[k].ended = ft_strdup (ft_strbuf_text (&worst->ended));
    if (worst->class >= c->class)
      continue;
    c->class = worst->class;
    text->size = 0;
    add_worst (text, o + k, worst);
  }
}

// An access behind the end of a block counts if one order alone has it: allocators of
// the program may know what they do.
static void judge_overruns (ft_consequence *c, const order o[2],
                            ft_strbuf *text) {
  const outcome *found[2] = {NULL, NULL};
  unsigned count[2] = {0, 0};
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].outcomes.size; i++)
      if (o[k].outcomes.begin[i].overrun.size) {
        found[k] = o[k].outcomes.begin + i;
        count[k]++;
      }
  if (c->class <= FT_CONSEQUENCE_MEMORY || !found[0] == !found[1])
    return;
  int k = found[1] != NULL;
  c->class = FT_CONSEQUENCE_MEMORY;
  text->size = 0;
  ft_strbuf_add (text, "%s: %s (%u of %zu continuation%s)",
                 ft_strbuf_text (&o[k].accesses),
                 ft_strbuf_text (&found[k]->overrun), count[k],
                 o[k].outcomes.size, o[k].outcomes.size == 1 ? "" : "s");
  c->orders[k].difference = ft_strdup (ft_strbuf_text (&found[k]->overrun));
}

// The value of the variable at the end, if all continuations of an order leave the
// same one.
static void keep_values (ft_consequence *c, const order o[2]) {
  for (int k = 0; k < 2; k++)
    if (!FT_EMPTY (o[k].outcomes) && is_known (o + k, state_of) &&
        has_one (o + k, state_of))
      c->orders[k].value =
          ft_strdup (ft_strbuf_text (&o[k].outcomes.begin[0].state));
}

static void compare_memory (ft_consequence *c, const order o[2],
                            ft_strbuf *text) {
  ft_states states = {0};
  ft_strbuf differences[2] = {{0}, {0}};
  if (c->class <= FT_CONSEQUENCE_STATE)
    return;
  for (unsigned k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].outcomes.size; i++)
      ft_states_add (&states, k, ft_strbuf_text (&o[k].outcomes.begin[i].memory));
  if (ft_states_decided (&states, differences)) {
    c->class = FT_CONSEQUENCE_STATE;
    text->size = 0;
    for (int k = 0; k < 2; k++) {
      ft_strbuf_add (text, "%s%s: leaves %s", k ? "; " : "",
                     ft_strbuf_text (&o[k].accesses),
                     ft_strbuf_text (differences + k));
      free (c->orders[k].difference);
      c->orders[k].difference = ft_strbuf_take (differences + k);
    }
  }
  ft_states_release (&states);
}

static void judge (subject *x) {
  ft_consequence *c = &x->race->consequence;
  order *o = x->orders;
  ft_strbuf text = {0};
  if (FT_EMPTY (o[0].outcomes) && FT_EMPTY (o[1].outcomes))
    return;
  *c = (ft_consequence){.known = true, .class = FT_CONSEQUENCE_NONE};
  judge_absolute (c, o, &text);
  bool both = !FT_EMPTY (o[0].outcomes) && !FT_EMPTY (o[1].outcomes);
  keep_values (c, o);
  if (both) {
    judge_overruns (c, o, &text);
    compare (c, o, FT_CONSEQUENCE_CHECK, status_of, &text);
    compare (c, o, FT_CONSEQUENCE_OUTPUT, written_of, &text);
    compare (c, o, FT_CONSEQUENCE_STATE, state_of, &text);
    compare_memory (c, o, &text);
  }
  if (c->class == FT_CONSEQUENCE_NONE && !both) {
    c->class = FT_CONSEQUENCE_ONE_ORDER;
    ft_strbuf_add (&text, "the other order than '%s' was not reached",
                   ft_strbuf_text (&o[FT_EMPTY (o[0].outcomes)].accesses));
  } else if (c->class == FT_CONSEQUENCE_NONE)
    ft_strbuf_add (&text,
                   "no difference in %u and %u continuations: end, output, "
                   "heap memory, last values of globals and heap blocks",
                   c->orders[0].runs, c->orders[1].runs);
  c->text = ft_strbuf_take (&text);
}

// ---- consequences of other races -------------------------------------------

static bool is_same_end (const outcome *a, const outcome *b) {
  return a->class == b->class && same_text (&a->ended, &b->ended);
}

static size_t count_ends (const order *o, const outcome *like) {
  size_t n = 0;
  for (size_t i = 0; i < o->outcomes.size; i++)
    n += is_same_end (o->outcomes.begin + i, like);
  return n;
}

// The end that one order of the race always has and the other never; NULL if
// there is none.
static const outcome *sure_end (const subject *x) {
  for (int k = 0; k < 2; k++) {
    const order *own = x->orders + k, *other = x->orders + !k;
    if (FT_EMPTY (own->outcomes) || FT_EMPTY (other->outcomes))
      continue;
    const outcome *first = own->outcomes.begin;
    if (first->class < FT_CONSEQUENCE_OUTPUT &&
        count_ends (own, first) == own->outcomes.size &&
        !count_ends (other, first))
      return first;
  }
  return NULL;
}

// A continuation of one race may run into another race.
static void mark_others (study *s, subject *x, const outcome *end) {
  for (size_t i = 0; i < s->subjects.size; i++) {
    subject *y = s->subjects.begin + i;
    if (y == x || sure_end (y))
      continue;
    for (int k = 0; k < 2; k++)
      for (size_t n = 0; n < y->orders[k].outcomes.size; n++) {
        outcome *one = y->orders[k].outcomes.begin + n;
        one->of_other |= is_same_end (one, end);
      }
  }
}

static void release_outcome (outcome *one) {
  ft_strbuf_release (&one->ended);
  ft_strbuf_release (&one->status);
  ft_strbuf_release (&one->written);
  ft_strbuf_release (&one->state);
  ft_strbuf_release (&one->memory);
  ft_strbuf_release (&one->overrun);
}

// Drops the marked outcomes of an order, unless these are all.
static void drop_marked (order *o) {
  size_t kept = 0;
  for (size_t i = 0; i < o->outcomes.size; i++)
    kept += !o->outcomes.begin[i].of_other;
  if (!kept)
    return;
  kept = 0;
  for (size_t i = 0; i < o->outcomes.size; i++)
    if (o->outcomes.begin[i].of_other)
      release_outcome (o->outcomes.begin + i);
    else
      o->outcomes.begin[kept++] = o->outcomes.begin[i];
  o->outcomes.size = kept;
}

// A recorded run that crashed may have done so without this race, unless only one
// order does.
static void forgive_recorded (order o[2]) {
  bool both = !FT_EMPTY (o[0].outcomes) && !FT_EMPTY (o[1].outcomes);
  if (both && order_decides (o, status_of))
    return;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < o[k].outcomes.size; i++)
      if (o[k].outcomes.begin[i].as_recorded)
        o[k].outcomes.begin[i].class = FT_CONSEQUENCE_NONE;
}

static void attribute (study *s) {
  for (size_t i = 0; i < s->subjects.size; i++)
    forgive_recorded (s->subjects.begin[i].orders);
  for (size_t i = 0; i < s->subjects.size; i++) {
    const outcome *end = sure_end (s->subjects.begin + i);
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
    words[i] = events[i]->kind == FT_FREE                ? "frees"
               : !ft_kind_writes (events[i]->kind)       ? "reads"
               : ft_kind_is_atomic (events[i]->kind) ? "updates"
                                                         : "writes";
  ft_strbuf_add (text, "%s %s before %s %s",
                 ft_trace_name (t, FT_CLASS_THREAD, e->thread), words[0],
                 ft_trace_name (t, FT_CLASS_THREAD, f->thread), words[1]);
}

static void collect (study *s, ft_results *results) {
  for (size_t i = 0; i < results->size; i++) {
    ft_race *race = results->races + i;
    if (race->verdict != FT_CERTIFIED || race->suppressed ||
        race->witness.memory != FT_MEMORY_SC ||
        ft_replayed_failed (&race->replayed))
      continue;
    subject x = {.race = race};
    for (unsigned k = 0; k < 2; k++)
      describe_order (s->replays->trace, race, k, &x.orders[k].accesses);
    FT_PUSH (s->subjects, x);
  }
}

static void release (study *s) {
  for (size_t i = 0; i < s->subjects.size; i++) {
    subject *x = s->subjects.begin + i;
    ft_replay_schedule_release (&x->schedule);
    for (int k = 0; k < 2; k++) {
      for (size_t n = 0; n < x->orders[k].outcomes.size; n++)
        release_outcome (x->orders[k].outcomes.begin + n);
      FT_RELEASE (x->orders[k].outcomes);
      ft_strbuf_release (&x->orders[k].accesses);
    }
  }
  FT_RELEASE (s->subjects);
}

bool ft_consequences_find (const ft_consequence_options *asked,
                           const ft_replay_context *replays,
                           ft_results *results, ft_error *error) {
  study s = {.asked = asked,
             .replays = replays,
             .deadline = ft_deadline_in (asked->seconds, asked->stop)};
  s.recorded_known = ft_directory_control (replays->run, &s.recorded) &&
                     s.recorded.state == FT_WIRE_ENDED;
  collect (&s, results);
  bool fine = run_all (&s, error);
  attribute (&s);
  for (size_t i = 0; i < s.subjects.size; i++)
    judge (s.subjects.begin + i);
  release (&s);
  return fine;
}
