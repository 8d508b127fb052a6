// Checks of compressed traces by their beginnings against the check of the
// whole, with forecasts of the grammar and of two passes over the stream, which
// are compared with each other: where a beginning was enough, all that the whole certifies is
// certified; where it was not allowed to grow, nothing else is, and nothing is
// refuted; where it grew to the whole, all is the same.  Certificates hold for
// the whole trace.
//
// FT_SEED and FT_ROUNDS repeat or extend the random ones.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "candidate/stream_forecast.h"
#include "grammar/ftz_load.h"
#include "predict/prefix.h"
#include "tests/model/random_grammar.h"
#include "tests/model/random_trace.h"
#include "tests/unit/rounds.h"
#include "tests/unit/same_trace.h"
#include "tests/unit/write_compressed.h"
#include "witness/checker.h"

static size_t enough, not_enough, whole;

// The whole trace, and what is expected of it.
typedef struct subject {
  uint64_t seed;
  const char *path;
  ft_trace *trace;
  ft_results results;
  ft_forecast outlook;
  ft_check_options options;
} subject;

// Whether the whole trace has the pair of locations, and does not refute it. It
// need not certify it: of many instances it may look at others.
static bool is_in (const subject *s, const ft_trace *t, const ft_race *race,
                   const ft_results *x) {
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *other = x->races + i;
    if (other->verdict == FT_REFUTED)
      continue;
    ft_location_ids *p = (ft_location_ids *)&s->outlook.location_ids;
    ft_id a = ft_location_id_of (p, t->events + race->pair[0], race->variable);
    ft_id b = ft_location_id_of (p, t->events + race->pair[1], race->variable);
    ft_id c =
        ft_location_id_of (p, s->trace->events + other->pair[0], other->variable);
    ft_id d =
        ft_location_id_of (p, s->trace->events + other->pair[1], other->variable);
    if ((a == c && b == d) || (a == d && b == c))
      return true;
  }
  return false;
}

// All that is certified is so of the whole trace.
static void expect_sound (const subject *s, const ft_trace *t,
                          const ft_results *x) {
  ft_checker *checker = ft_checker_new (s->trace);
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *race = x->races + i;
    if (race->verdict != FT_CERTIFIED)
      continue;
    if (!ft_checker_accepts (checker, &race->witness, NULL))
      fail_msg ("seed %" PRIu64 ": a certificate is of the beginning alone",
                s->seed);
    if (!is_in (s, t, race, &s->results))
      fail_msg ("seed %" PRIu64 ": the whole refutes it", s->seed);
  }
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (x->deadlocks[i].verdict == FT_CERTIFIED)
      assert_true (
          ft_checker_accepts (checker, &x->deadlocks[i].witness, NULL));
  ft_checker_free (checker);
}

static void expect_same_counts (const subject *s, const ft_results *x) {
  if (x->certified != s->results.certified ||
      x->deadlocks_certified != s->results.deadlocks_certified)
    fail_msg ("seed %" PRIu64 ": %zu races, %zu deadlocks; of the whole %zu, "
              "%zu",
              s->seed, x->certified, x->deadlocks_certified,
              s->results.certified, s->results.deadlocks_certified);
}

// Of a beginning that was enough; what the whole refutes it may leave out, or
// undecided.
static void expect_no_less (const subject *s, const ft_results *x) {
  assert_in_range (x->size, s->results.size - s->results.refuted,
                   s->results.size);
  assert_true (x->certified >= s->results.certified);
  assert_true (x->undecided <= s->results.undecided + x->size -
                                   (s->results.size - s->results.refuted));
  assert_int_equal (x->deadlocks_certified, s->results.deadlocks_certified);
}

static void expect_same (const subject *s, const ft_results *x) {
  expect_same_counts (s, x);
  assert_int_equal (x->size, s->results.size);
  assert_int_equal (x->deadlock_count, s->results.deadlock_count);
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *a = x->races + i, *b = s->results.races + i;
    assert_memory_equal (a->pair, b->pair, sizeof a->pair);
    assert_int_equal (a->verdict, b->verdict);
    assert_int_equal (a->instances, b->instances);
    assert_int_equal (a->unordered_by, b->unordered_by);
  }
}

static void try (const subject *s, ft_pos first, ft_pos most) {
  ft_error error = FT_NO_ERROR;
  ft_results x;
  ft_prefix b = {.path = s->path,
                 .forecast = (ft_forecast *)&s->outlook,
                 .first = first,
                 .most = most};
  ft_trace *t = ft_prefix_check (&b, &s->options, &x, &error);
  assert_string_equal (error.message, "");
  expect_sound (s, t, &x);
  if (!t->whole) {
    whole++;
    expect_same (s, &x);
  } else if (!x.phases.of[FT_PHASE_READING].cut) {
    enough++;
    expect_no_less (s, &x);
    assert_int_equal (x.refuted + x.unreached, 0);
  } else {
    not_enough++;
    assert_true (x.truncated && x.deadlocks_truncated);
    assert_int_equal (x.refuted + x.deadlocks_refuted, 0);
    assert_int_equal (t->size, most);
    assert_true (x.unreached + x.size >= s->outlook.pairs.size);
  }
  ft_results_release (&x);
  ft_trace_free (t);
}

// Locations that several events have, all of which have names.
static void fold_locations (ft_trace *t, ft_id n) {
  ft_intern *names = t->tables.names + FT_CLASS_LOCATION;
  for (ft_id i = 0; i < t->size; i++)
    t->events[i].location %= n;
  for (ft_id i = ft_intern_size (names); i < n; i++) {
    char name[16];
    int length = snprintf (name, sizeof name, "p%u", i);
    ft_intern_add (names, name, (size_t)length);
  }
}

// The bodies of loops leave out which ones they are.
static bool has_locals (const ft_trace *t) {
  for (ft_id i = 0; i < t->size; i++)
    if (t->events[i].kind == FT_LOCAL)
      return true;
  return false;
}

static void try_lengths (const subject *s) {
  try (s, 1, s->trace->size);
  try (s, s->trace->size / 4, s->trace->size);
  try (s, 1, s->trace->size / 3 + 1);
}

// ---- the forecast of the stream ---------------------------------------------

// The pair of the forecast whose locations are those of the grammar's forecast; ids
// are dense numbers that each forecast gives.
static const struct ft_forecast_pair *
find_pair (const ft_forecast *o, const ft_map *ids,
           const struct ft_forecast_pair *p) {
  ft_id a = ft_map_get (ids, p->low), b = ft_map_get (ids, p->high);
  for (size_t i = 0; i < o->pairs.size; i++) {
    const struct ft_forecast_pair *q = o->pairs.begin + i;
    if ((q->low == a && q->high == b) || (q->low == b && q->high == a))
      return q;
  }
  return NULL;
}

static void expect_same_forecast (subject *s, ft_forecast *stream) {
  ft_map ids = {0};
  for (ft_id i = 0; i < s->trace->size; i++) {
    const ft_event *e = s->trace->events + i;
    if (e->location != FT_NO_ID)
      *ft_map_at (&ids, ft_location_id_of (&s->outlook.location_ids, e, 0)) =
          ft_location_id_of (&stream->location_ids, e, 0);
  }
  assert_int_equal (stream->events, s->outlook.events);
  assert_false (stream->partial || stream->about);
  if (stream->pairs.size != s->outlook.pairs.size)
    fail_msg ("seed %" PRIu64 ": %zu pairs, of the grammar %zu", s->seed,
              stream->pairs.size, s->outlook.pairs.size);
  for (size_t i = 0; i < s->outlook.pairs.size; i++) {
    const struct ft_forecast_pair *p = s->outlook.pairs.begin + i;
    const struct ft_forecast_pair *q = find_pair (stream, &ids, p);
    if (!q || q->closest != p->closest || q->needed < p->needed ||
        q->needed > stream->events)
      fail_msg ("seed %" PRIu64 ": a pair of the grammar is another one",
                s->seed);
  }
  assert_true (stream->cycles || !s->outlook.cycles);
  ft_map_release (&ids);
}

static ft_forecast forecast_of (const subject *s, const ft_deadline *deadline) {
  ft_error error = FT_NO_ERROR;
  ft_forecast o;
  ft_stream_forecast stream = {.path = s->path,
                               .threads = 1 + s->seed % 3,
                               .deadline = deadline};
  uint64_t events;
  assert_true (ft_stream_forecast_length (&stream, &events, &error));
  assert_int_equal (events, s->trace->size);
  assert_true (ft_stream_forecast_init (&stream, events, &o, &error));
  return o;
}

// Without time nothing is known but that all is open.
static void expect_partial (const subject *s) {
  volatile int stop = 1;
  ft_deadline over = {.stop = &stop};
  ft_forecast o = forecast_of (s, &over);
  assert_true (o.partial && o.about);
  assert_int_equal (o.events, s->trace->size);
  ft_forecast_release (&o);
}

static void try_stream (subject *s, bool grammar) {
  ft_forecast stream = forecast_of (s, NULL);
  if (grammar)
    expect_same_forecast (s, &stream);
  ft_forecast of_grammar = s->outlook;
  s->outlook = stream;
  try_lengths (s);
  expect_partial (s);
  ft_forecast_release (&s->outlook);
  s->outlook = of_grammar;
}

static void compare (subject *s) {
  ft_error error = FT_NO_ERROR;
  ft_ftz_loaded l;
  const char *why;
  char name[40];
  snprintf (name, sizeof name, "b%" PRIu64 ".ftz", s->seed);
  ft_ftz_limits few = {64, 64};
  s->path = write_compressed (s->trace, name, s->seed % 3 ? FT_FTZ_LIMITS : few,
                              &error);
  assert_non_null (s->path);
  s->options = FT_CHECK_DEFAULTS;
  s->options.jobs = 1;
  s->options.timeout = 100; // a busy machine must not decide
  s->options.budget = 0;
  s->options.model = s->seed & 1 ? FT_MODEL_MCM : FT_MODEL_RELAXED;
  s->options.deadlocks = s->seed & 2;
  if (!ft_ftz_load (s->path, 0, &l, &error))
    fail_msg ("seed %" PRIu64 ": %s", s->seed, error.message);
  ft_check (s->trace, &s->options, &s->results);
  bool grammar = ft_forecast_init (&s->outlook, &l.slp, &l.tables, &why);
  if (grammar)
    try_lengths (s);
  try_stream (s, grammar);
  ft_results_release (&s->results);
  ft_forecast_release (&s->outlook);
  ft_ftz_loaded_release (&l);
  unlink (s->path);
  ft_trace_free (s->trace);
}

static void random_traces_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (40, 120);
       seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 30 + seed % 90, o.threads = 4, o.locks = 3, o.variables = 3;
    o = ft_random_features (seed, o);
    subject s = {.seed = seed, .trace = ft_random_trace (seed, &o)};
    give_operators (s.trace, seed);
    fold_locations (s.trace, 2 + seed % (seed % 4 ? 5 : 100));
    compare (&s);
  }
}

static void loops_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (40, 120);
       seed++) {
    subject s = {.seed = seed, .trace = ft_loop_trace (seed, 2 + seed % 7)};
    if (!s.trace || has_locals (s.trace)) {
      ft_trace_free (s.trace);
      continue;
    }
    fold_locations (s.trace, 2 + seed % 100);
    compare (&s);
  }
}

static void locks_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (60); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 30 + seed % 60, o.threads = 3, o.locks = 3, o.variables = 2;
    subject s = {.seed = 4 * seed + 2, .trace = ft_lock_trace (seed, &o)};
    fold_locations (s.trace, 6);
    compare (&s);
  }
}

// 4 * 10^9 events: two threads that read and write in turn.
static ft_slp long_loop (ft_trace *t) {
  ft_slp slp = {0};
  for (ft_id i = 0; i < 4; i++) {
    ft_event e = FT_EVENT_NONE;
    e.thread = i / 2, e.target = 0;
    e.kind = i % 2 ? FT_WRITE : FT_READ;
    ft_model_push (t, e);
    e.location = i;
    ft_slp_item (&slp, FT_SLP_TERMINAL (ft_slp_add (&slp, &e)), 1);
  }
  ft_slp_rule (&slp);
  ft_slp_item (&slp, FT_SLP_RULE (0), 1000000000);
  ft_slp_rule (&slp);
  return slp;
}

static void long_loops_end_early (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  ft_trace *names = ft_trace_new ("long", "std");
  ft_slp slp = long_loop (names);
  ft_forecast outlook;
  const char *why;
  ft_results x;
  ft_check_options options = FT_CHECK_DEFAULTS;
  assert_true (ft_slp_check (&slp, "long", &error));
  const char *path = write_grammar (&slp, &names->tables, "long.ftz", &error);
  assert_non_null (path);
  assert_true (ft_forecast_init (&outlook, &slp, &names->tables, &why));
  ft_prefix b = {.path = path,
                 .forecast = &outlook,
                 .first = 1000,
                 .most = ft_prefix_limit (outlook.events)};
  assert_in_range (b.most, 1 << 20, 1 << 26);
  ft_trace *t = ft_prefix_check (&b, &options, &x, &error);
  assert_non_null (t);
  assert_int_equal (t->size, 1000);
  assert_int_equal (t->whole, 4000000000);
  assert_int_equal (x.size, 3);
  assert_int_equal (x.certified, 2);
  assert_int_equal (x.undecided, 1); // the second write needs the first
  ft_results_release (&x);
  ft_trace_free (t);
  ft_forecast_release (&outlook);
  ft_slp_release (&slp);
  ft_trace_free (names);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces_agree),
      cmocka_unit_test (loops_agree),
      cmocka_unit_test (locks_agree),
      cmocka_unit_test (long_loops_end_early),
  };
  int failed = cmocka_run_group_tests_name ("beginning", tests, NULL, NULL);
  printf ("%zu beginnings were enough, %zu were not, %zu came to the whole\n",
          enough, not_enough, whole);
  return failed;
}
