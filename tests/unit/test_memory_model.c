// Verdicts under c11 against happens-before by the definition, on random
// schedules of random traces: what is unordered in one of them is not refuted,
// and what is unordered in the recorded order is certified, unless the checker
// takes more for ordered.
//
// TRACES=n in the environment runs n random traces.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "predict/check.h"
#include "tests/model/random_trace.h"
#include "tests/model/relations.h"
#include "tests/model/rng.h"
#include "witness/checker.h"

enum { SCHEDULES = 40 };

typedef FT_STACK (ft_id) schedule;

static schedule random_schedule (const ft_trace *t, ft_checker *c,
                                 ft_rng *rng) {
  schedule s = {0};
  ft_tid threads = ft_tables_count (&t->tables, FT_CLASS_THREAD), at = 0;
  ft_id *next = FT_ARRAY (ft_id, threads);
  ft_checker_begin (c);
  for (unsigned stuck = 0; stuck < 4 * threads;) {
    at = ft_rng_percent (rng, 50) ? ft_rng_below (rng, threads) : at;
    while (next[at] < t->size && t->events[next[at]].thread != at)
      next[at]++;
    if (next[at] < t->size && ft_checker_may (c, next[at]) &&
        ft_checker_run (c, next[at])) {
      FT_PUSH (s, next[at]++);
      stuck = 0;
    } else
      stuck++, at = (at + 1) % threads;
  }
  free (next);
  return s;
}

// Marks the pairs that a schedule leaves unordered.
static void mark_unordered (const ft_trace *t, const schedule *s, bool *racy) {
  ft_trace run = *t;
  run.size = (ft_id)s->size;
  run.events = FT_ARRAY (ft_event, s->size + 1);
  for (size_t i = 0; i < s->size; i++)
    run.events[i] = t->events[s->begin[i]];
  ft_model_relation r = ft_model_relation_of (&run, FT_REL_C11);
  for (ft_id j = 0; j < run.size; j++)
    for (ft_id i = 0; i < j; i++)
      if (!ft_model_before (&r, i, j) &&
          ft_trace_conflict (t, s->begin[i], s->begin[j], NULL))
        racy[(size_t)s->begin[i] * t->size + s->begin[j]] =
            racy[(size_t)s->begin[j] * t->size + s->begin[i]] = true;
  ft_model_relation_release (&r);
  free (run.events);
}

static unsigned certified, refuted, left_open;

// Pairs that only some other order than the recorded one leaves unordered, and
// that are no races under sc.
static unsigned others, others_certified;

static bool is_exact (const ft_trace *t) {
  for (ft_id e = 0; e < t->size; e++)
    if (t->events[e].kind == FT_WAKE || t->events[e].kind == FT_SEM_WAIT)
      return false;
  return true;
}

static void compare (const ft_trace *t, uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_checker *checker = ft_checker_new (t);
  bool *racy = FT_ARRAY (bool, (size_t)t->size * t->size);
  bool *recorded = FT_ARRAY (bool, (size_t)t->size * t->size);
  for (int n = 0; n <= SCHEDULES; n++) {
    schedule s = {0};
    if (n)
      s = random_schedule (t, checker, &rng);
    for (ft_id e = 0; !n && e < t->size; e++)
      FT_PUSH (s, e);
    mark_unordered (t, &s, n ? racy : recorded);
    FT_RELEASE (s);
  }
  ft_results x;
  ft_check_options o = FT_CHECK_DEFAULTS;
  o.jobs = 1, o.memory_model = FT_MEMORY_C11;
  o.all_pairs = seed % 2, o.deadlocks = false;
  ft_check (t, &o, &x);
  for (size_t i = 0; i < x.size; i++) {
    const ft_race *race = x.races + i;
    size_t at = (size_t)race->pair[0] * t->size + race->pair[1];
    if (race->verdict == FT_REFUTED && (racy[at] || recorded[at]))
      fail_msg ("seed %llu: events %u and %u are refuted",
                (unsigned long long)seed, race->pair[0], race->pair[1]);
    if (race->verdict != FT_CERTIFIED && recorded[at] && is_exact (t))
      fail_msg ("seed %llu: events %u and %u are not certified",
                (unsigned long long)seed, race->pair[0], race->pair[1]);
    if (race->verdict == FT_CERTIFIED)
      assert_true (ft_checker_accepts (checker, &race->witness, NULL));
    if (o.all_pairs && racy[at] && !recorded[at] && is_exact (t) &&
        (race->verdict != FT_CERTIFIED ||
         race->witness.memory == FT_MEMORY_C11)) {
      others++;
      others_certified += race->verdict == FT_CERTIFIED;
    }
    certified += race->witness.memory == FT_MEMORY_C11;
    refuted += race->verdict == FT_REFUTED;
    left_open += race->verdict == FT_UNDECIDED;
  }
  ft_results_release (&x);
  ft_checker_free (checker);
  free (racy);
  free (recorded);
}

static void verdicts_are_those_of_the_definition (void **state) {
  (void)state;
  const char *given = getenv ("TRACES");
  uint64_t n = given ? strtoull (given, NULL, 10) : 200;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 12 + seed % 5 * 4, o.threads = 2 + seed % 3;
    o.variables = 2 + seed / 3 % 2, o.locks = seed / 6 % 2;
    if (seed % 4)
      o.atomics = o.orders = true, o.values = seed % 3;
    else
      o = ft_random_features (seed, o), o.orders = true;
    o.branches = seed % 8 < 5, o.locals = seed % 16 < 7;
    ft_trace *t = ft_random_trace (seed, &o);
    compare (t, seed);
    ft_trace_free (t);
  }
  assert_true (certified > n / 2);
  assert_true (others > n / 100 && others_certified > others * 9 / 10);
}

// ---- messages --------------------------------------------------------------

static void push (ft_trace *t, ft_tid thread, enum ft_kind kind, ft_id target,
                  enum ft_memory_order order) {
  ft_event e = FT_EVENT_NONE;
  e.thread = thread, e.kind = (uint8_t)kind, e.target = target;
  e.order = (uint8_t)order;
  if (ft_kind_is_atomic (kind))
    e.value = 1, e.flags = FT_HAS_VALUE;
  ft_model_push (t, e);
}

static enum ft_memory_order either (ft_rng *rng, enum ft_memory_order strong) {
  return ft_rng_percent (rng, 60) ? strong : FT_ORDER_RELAXED;
}

// A variable is written by one thread after the other, each of which tells the
// next one by a flag, with fences now and then; a stray access comes between.
static ft_trace *random_messages (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *t = ft_trace_new ("messages", "test");
  ft_tid threads = 2 + ft_rng_below (&rng, 3);
  for (ft_tid i = 0; i < threads; i++) {
    if (i)
      push (t, i, FT_ATOMIC_READ, i, either (&rng, FT_ORDER_ACQUIRE));
    if (i && ft_rng_percent (&rng, 30))
      push (t, i, FT_FENCE, FT_NO_ID, either (&rng, FT_ORDER_ACQUIRE));
    if (ft_rng_percent (&rng, 80))
      push (t, i, FT_WRITE, 0, FT_ORDER_PLAIN);
    if (ft_rng_percent (&rng, 30))
      push (t, i, FT_FENCE, FT_NO_ID, either (&rng, FT_ORDER_RELEASE));
    if (ft_rng_percent (&rng, 20))
      push (t, i, FT_READ, 0, FT_ORDER_PLAIN);
    push (t, i, FT_ATOMIC_WRITE, i + 1, either (&rng, FT_ORDER_RELEASE));
    if (ft_rng_percent (&rng, 10))
      push (t, i, FT_WRITE, threads + 1, FT_ORDER_PLAIN);
  }
  return t;
}

static void messages_are_refuted_only_if_they_synchronise (void **state) {
  (void)state;
  const char *given = getenv ("TRACES");
  uint64_t n = given ? strtoull (given, NULL, 10) : 300;
  certified = refuted = left_open = others = others_certified = 0;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = random_messages (seed);
    compare (t, seed);
    ft_trace_free (t);
  }
  assert_true (certified > n / 4 && refuted > n / 4 && left_open > n / 20);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (verdicts_are_those_of_the_definition),
      cmocka_unit_test (messages_are_refuted_only_if_they_synchronise),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
