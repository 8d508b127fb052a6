// Verdicts under c11 against happens-before by the definition, on random
// schedules of random traces and on all schedules of small ones: what is
// unordered in one of them is not refuted, and what is unordered in the
// recorded order is certified, unless the checker takes more for ordered.
//
// TRACES=n in the environment runs n random traces.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "predict/c11_refute.h"
#include "predict/c11_without.h"
#include "predict/check.h"
#include "predict/explanation.h"
#include "tests/model/c11_races.h"
#include "tests/model/freed_trace.h"
#include "tests/model/random_counters.h"
#include "tests/model/random_trace.h"
#include "tests/model/random_uses.h"
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
  ft_checker_begin (c, FT_MODEL_MCM, NULL);
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

enum { MOST_SCHEDULES = 3000 };

// Marks what some schedule leaves unordered.  False if there are too many.
static bool mark_all (const ft_trace *t, bool *racy) {
  return ft_c11_races (t, FT_REL_C11, MOST_SCHEDULES, racy, NULL);
}

static unsigned certified, refuted, left_open, with_way;

// Pairs that were explained alone: those with something in the way, and those that are
// impossible.
static unsigned explained, explained_refuted;

// Traces of which all schedules were looked at.
static unsigned exhausted;

// Pairs that only some other order than the recorded one leaves unordered, and
// that are no races under sc.
static unsigned others, others_certified;

static bool is_exact (const ft_trace *t) {
  for (ft_id e = 0; e < t->size; e++)
    if (t->events[e].kind == FT_WAKE || t->events[e].kind == FT_SEM_WAIT)
      return false;
  return true;
}

// Marks also what some schedule of the trace without assumptions leaves unordered.
static void mark_freed (const ft_trace *t, uint64_t seed, bool all, bool *racy) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *freed = ft_freed_trace (t);
  if (!freed)
    return;
  ft_checker *checker = ft_checker_new (freed);
  bool whole = all && mark_all (freed, racy);
  for (int n = 0; n < (whole ? 0 : SCHEDULES); n++) {
    schedule s = random_schedule (freed, checker, &rng);
    mark_unordered (freed, &s, racy);
    FT_RELEASE (s);
  }
  ft_checker_free (checker);
  ft_trace_free (freed);
}

// An explanation of the pair alone says what the check says is in the way of its proof,
// and calls impossible only what the check does.
static void compare_explained (const ft_trace *t, const ft_check_options *o,
                               const ft_race *race, uint64_t seed) {
  static const char needs[] = "; its proof needs that the ";
  ft_facts *f = ft_facts_new (t);
  ft_explanations x = {0};
  bool open = race->verdict == FT_UNDECIDED && strstr (race->reason, needs);
  ft_explain_pair (f, o, race->pair, &x);
  const ft_race *alone = x.pairs.size ? &x.pairs.begin->race : NULL;
  if (alone && alone->verdict == FT_REFUTED && race->verdict != FT_REFUTED)
    fail_msg ("seed %llu: events %u and %u are impossible, explained",
              (unsigned long long)seed, race->pair[0], race->pair[1]);
  if (alone && open && alone->verdict == FT_UNDECIDED &&
      !strstr (alone->reason, needs))
    fail_msg ("seed %llu: events %u and %u: nothing in the way, explained",
              (unsigned long long)seed, race->pair[0], race->pair[1]);
  explained += open;
  explained_refuted += alone && alone->verdict == FT_REFUTED;
  ft_explanations_release (&x);
  ft_facts_free (f);
}

static void compare (const ft_trace *t, uint64_t seed, bool all) {
  ft_rng rng = ft_rng_init (seed);
  ft_checker *checker = ft_checker_new (t);
  bool *racy = FT_ARRAY (bool, (size_t)t->size * t->size);
  bool *recorded = FT_ARRAY (bool, (size_t)t->size * t->size);
  bool *freed = FT_ARRAY (bool, (size_t)t->size * t->size);
  bool whole = all && mark_all (t, racy);
  mark_freed (t, seed, all, freed);
  exhausted += whole;
  for (int n = 0; n <= (whole ? 0 : SCHEDULES); n++) {
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
    if (race->verdict == FT_REFUTED && (racy[at] || recorded[at] || freed[at]))
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
    with_way += race->verdict == FT_UNDECIDED && race->reason &&
                strstr (race->reason, "; its proof needs that the ");
    if (!o.all_pairs && race->verdict != FT_CERTIFIED &&
        (seed % 8 == 2 || race->cause == FT_CAUSE_MEMORY_MODEL))
      compare_explained (t, &o, race, seed);
  }
  ft_results_release (&x);
  ft_checker_free (checker);
  free (racy);
  free (recorded);
  free (freed);
}

static uint64_t number_of_traces (uint64_t usual) {
  const char *given = getenv ("TRACES");
  return given ? strtoull (given, NULL, 10) : getenv ("FT_QUICK") ? usual / 4 : usual;
}

static void verdicts_are_those_of_the_definition (void **state) {
  (void)state;
  enum { ONCE = 2054 }; // a read that needs its source, but may read from others
  uint64_t n = number_of_traces (200);
  for (uint64_t i = 0; i <= n; i++) {
    uint64_t seed = i < n ? i : ONCE;
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 12 + seed % 5 * 4, o.threads = 2 + seed % 3;
    o.variables = 2 + seed / 3 % 2, o.locks = seed / 6 % 2;
    if (seed % 4)
      o.atomics = o.orders = true, o.values = seed % 3;
    else
      o = ft_random_features (seed, o), o.orders = true;
    o.branches = seed % 8 < 5, o.locals = seed % 16 < 7;
    ft_trace *t = ft_random_trace (seed, &o);
    compare (t, seed, false);
    ft_trace_free (t);
  }
  print_message ("# explained: %u with something in the way, %u impossible\n",
                 explained, explained_refuted);
  assert_true (certified > n / 2);
  assert_true (n < 200 || explained_refuted);
  assert_true (others > n / 100 && others_certified > others * 9 / 10);
}

// ---- messages --------------------------------------------------------------

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
      ft_model_push_access (t, i, FT_ATOMIC_READ, i, either (&rng, FT_ORDER_ACQUIRE));
    if (i && ft_rng_percent (&rng, 30))
      ft_model_push_access (t, i, FT_FENCE, FT_NO_ID, either (&rng, FT_ORDER_ACQUIRE));
    if (ft_rng_percent (&rng, 80))
      ft_model_push_access (t, i, FT_WRITE, 0, FT_ORDER_PLAIN);
    if (ft_rng_percent (&rng, 30))
      ft_model_push_access (t, i, FT_FENCE, FT_NO_ID, either (&rng, FT_ORDER_RELEASE));
    if (ft_rng_percent (&rng, 20))
      ft_model_push_access (t, i, FT_READ, 0, FT_ORDER_PLAIN);
    ft_model_push_access (t, i, FT_ATOMIC_WRITE, i + 1, either (&rng, FT_ORDER_RELEASE));
    if (ft_rng_percent (&rng, 10))
      ft_model_push_access (t, i, FT_WRITE, threads + 1, FT_ORDER_PLAIN);
  }
  return t;
}

static void messages_are_refuted_only_if_they_synchronise (void **state) {
  (void)state;
  uint64_t n = number_of_traces (300);
  certified = refuted = left_open = others = others_certified = 0;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = random_messages (seed);
    compare (t, seed, false);
    ft_trace_free (t);
  }
  assert_true (certified > n / 4 && refuted > n / 4 && left_open < n / 20);
}

// ---- all schedules ---------------------------------------------------------

// One of two messages, between two threads that thread 0 creates and joins,
// with counters before and behind.
static void push_phase (ft_trace *t, ft_rng *rng, ft_tid first) {
  for (ft_tid i = first; i < first + 2; i++)
    ft_model_push_access (t, 0, FT_FORK, i, FT_ORDER_PLAIN);
  for (ft_tid i = first; i < first + 2; i++) {
    if (ft_rng_percent (rng, 15))
      ft_model_push_access (t, i, FT_ATOMIC_RMW, 5, either (rng, FT_ORDER_ACQ_REL));
    if (i > first)
      ft_model_push_access (t, i, FT_ATOMIC_READ, first, either (rng, FT_ORDER_ACQUIRE));
    ft_model_push_access (t, i, FT_WRITE, 0, FT_ORDER_PLAIN);
    if (i == first)
      ft_model_push_access (t, i, FT_ATOMIC_WRITE, first, either (rng, FT_ORDER_RELEASE));
    else if (ft_rng_percent (rng, 15))
      ft_model_push_access (t, i, FT_WRITE, first, FT_ORDER_PLAIN);
    if (ft_rng_percent (rng, 25))
      ft_model_push_access (t, i, FT_ATOMIC_RMW, 5, either (rng, FT_ORDER_ACQ_REL));
  }
  for (ft_tid i = first; i < first + 2; i++)
    if (ft_rng_percent (rng, 80))
      ft_model_push_access (t, 0, FT_JOIN, i, FT_ORDER_PLAIN);
  if (ft_rng_percent (rng, 30))
    ft_model_push_access (t, 0, FT_ATOMIC_READ, 5, FT_ORDER_RELAXED);
}

static ft_trace *random_phases (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *t = ft_trace_new ("phases", "test");
  push_phase (t, &rng, 1);
  push_phase (t, &rng, 3);
  return t;
}

static ft_trace *small_trace (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 8 + seed % 4 * 2, o.threads = 2 + seed % 2;
  o.variables = 2 + seed / 3 % 3, o.locks = seed / 6 % 2;
  o.atomics = o.orders = true, o.values = seed % 3;
  o.branches = seed % 8 < 5, o.locals = seed % 16 < 7;
  return ft_random_trace (seed, &o);
}

static void refuted_pairs_race_in_no_schedule (void **state) {
  (void)state;
  uint64_t n = number_of_traces (400);
  refuted = exhausted = 0;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = seed % 4 == 0   ? random_messages (seed)
                  : seed % 4 == 1 ? small_trace (seed)
                                  : random_phases (seed);
    compare (t, seed, true);
    ft_trace_free (t);
  }
  print_message ("%u refuted, %u of %u traces whole\n", refuted,
                 exhausted, (unsigned)n);
  assert_true (refuted > n / 4 && exhausted > n / 2);
}

// ---- all pairs at once -----------------------------------------------------

// Pairs that are impossible under sc, and those of them that stay so under c11
// by the argument for all pairs at once.
static unsigned impossible, held, named, unnamed;
static size_t proved; // without the reads that are in the way
static size_t proved_ordered; // of which one access always happens before the other

static void clear_counts (void) {
  impossible = held = named = unnamed = 0, proved = proved_ordered = 0;
}

static void print_counts (void) {
  print_message ("%u impossible under sc, %u held, %zu proved without reads that are "
                 "in the way, %u with what is in the way, %u without; %zu always ordered\n",
                 impossible, held, proved, named, unnamed, proved_ordered);
}

// What is in the way of a pair is named: a chain of pairs that do not hold, or an
// atomic read.
static void check_way (const ft_trace *t, const ft_results *x,
                       const ft_c11_way *ways, size_t i, const bool *hold) {
  ft_strbuf text = {0};
  ft_c11_way_write (t, x, ways, i, &text);
  if (hold[i] || x->races[i].verdict != FT_REFUTED)
    assert_true (ways[i].read == FT_NO_ID && !text.size);
  named += text.size > 0;
  unnamed += !hold[i] && x->races[i].verdict == FT_REFUTED && !text.size;
  if (ways[i].read != FT_NO_ID && ways[i].pair == FT_C11_NO_PAIR)
    assert_true (ft_kind_is_atomic (t->events[ways[i].read].kind));
  if (ways[i].read != FT_NO_ID && ways[i].pair != FT_C11_NO_PAIR)
    assert_true (!hold[ways[i].pair]);
  ft_strbuf_release (&text);
}

// Whether the locations are the same; unknown ones are those of a kind and a variable.
static bool is_alike (const ft_event *a, const ft_event *b) {
  return a->location != FT_NO_ID || b->location != FT_NO_ID
             ? a->location == b->location
             : a->kind == b->kind && a->target == b->target;
}

// Whether two accesses with the locations of the pair race.
static bool some_race (const ft_trace *t, const ft_id pair[2], const bool *racy) {
  for (ft_id a = 0; a < t->size; a++)
    for (ft_id b = a + 1; b < t->size; b++)
      for (int k = 0; k < 2; k++)
        if (racy[(size_t)a * t->size + b] &&
            is_alike (t->events + a, t->events + pair[k]) &&
            is_alike (t->events + b, t->events + pair[!k]))
          return true;
  return false;
}

// Proves refutations without the reads that are in the way, and refutes the rest with
// that, until nothing is proved.
static void prove_rest (const ft_facts *facts, ft_c11_clocks clocks,
                        const ft_results *x, bool *hold, bool *losing) {
  ft_c11_way *ways = FT_ARRAY (ft_c11_way, x->size + 1);
  ft_c11_left *left = FT_ARRAY (ft_c11_left, x->size + 1);
  bool *without = FT_ARRAY (bool, x->size + 1), known = true;
  while (known && ft_c11_refute_without (facts, x, hold, losing, without, NULL)) {
    for (size_t i = 0; i < x->size; i++) {
      proved += without[i];
      hold[i] |= without[i];
    }
    known = ft_c11_refute (facts, clocks, x, false, hold, ways, left, losing);
    ft_c11_left_release (left, x->size);
  }
  free (without);
  free (left);
  free (ways);
}

static void prove_ordered (const ft_facts *facts, const ft_ideals *happens,
                           const ft_results *x, bool *hold) {
  bool *always = FT_ARRAY (bool, x->size + 1);
  proved_ordered += ft_c11_refute_ordered (facts, happens, x, hold, always, NULL);
  for (size_t i = 0; i < x->size; i++)
    hold[i] |= always[i];
  free (always);
}

// What stays so races in no schedule.
static void compare_held (const ft_trace *t, uint64_t seed) {
  ft_check_options o = FT_CHECK_DEFAULTS;
  o.jobs = 1, o.memory_model = FT_MEMORY_SC, o.deadlocks = false;
  o.all_pairs = seed / 4 % 2, o.model = FT_MODEL_MCM;
  ft_results x;
  ft_check (t, &o, &x);
  ft_facts *facts = ft_facts_new (t);
  ft_ideals *needed = ft_ideals_needed (facts, FT_MODEL_MCM, NULL);
  ft_ideals *happens = needed ? ft_ideals_happens (needed, NULL) : NULL;
  ft_c11_clocks clocks = {seed % 8 ? needed : NULL, seed % 3 ? happens : NULL};
  ft_checker *checker = ft_checker_new (t);
  bool *racy = FT_ARRAY (bool, (size_t)t->size * t->size);
  bool *hold = FT_ARRAY (bool, x.size + 1);
  mark_all (t, racy);
  mark_freed (t, seed, true, racy);
  ft_c11_way *ways = FT_ARRAY (ft_c11_way, x.size + 1);
  ft_c11_left *left = FT_ARRAY (ft_c11_left, x.size + 1);
  bool *losing = FT_ARRAY (bool, t->size);
  if (happens && !o.all_pairs && seed % 2)
    prove_ordered (facts, happens, &x, hold);
  bool known = ft_c11_refute (facts, clocks, &x, false, hold, ways, left, losing);
  for (size_t i = 0; i < x.size; i++) {
    impossible += x.races[i].verdict == FT_REFUTED;
    held += hold[i];
    check_way (t, &x, ways, i, hold);
  }
  if (known && !o.all_pairs)
    prove_rest (facts, clocks, &x, hold, losing);
  for (size_t i = 0; i < x.size; i++) {
    const ft_race *race = x.races + i;
    if (hold[i] && (o.all_pairs ? racy[(size_t)race->pair[0] * t->size +
                                       race->pair[1]]
                                : some_race (t, race->pair, racy)))
      fail_msg ("seed %llu: events %u and %u stay refuted",
                (unsigned long long)seed, race->pair[0], race->pair[1]);
  }
  ft_c11_left_release (left, x.size);
  free (losing);
  free (left);
  free (ways);
  free (hold);
  free (racy);
  ft_checker_free (checker);
  ft_ideals_free (happens);
  ft_ideals_free (needed);
  ft_facts_free (facts);
  ft_results_release (&x);
}

static void held_pairs_race_in_no_schedule (void **state) {
  (void)state;
  uint64_t n = number_of_traces (1000);
  clear_counts ();
  enum { ONCE = 8963 }; // an update that must succeed, and a write in between
  for (uint64_t i = 0; i <= n; i++) {
    uint64_t seed = i < n ? i : ONCE;
    ft_trace *t = seed % 4 == 0 ? random_phases (seed) : small_trace (seed);
    compare_held (t, seed);
    ft_trace_free (t);
  }
  print_counts ();
  assert_true (named > n / 20 && unnamed < named / 10);
  assert_true (held > n / 20 && held < impossible);
}

// Reads of which it is not known what depends on them are in no pair's way.
static void reads_without_known_uses_are_in_no_way (void **state) {
  (void)state;
  uint64_t n = number_of_traces (1000);
  clear_counts ();
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = ft_random_uses (seed, seed % 3 * 15);
    compare_held (t, seed);
    ft_trace_free (t);
  }
  print_counts ();
  assert_true (named > n / 20 && unnamed < named / 10);
  assert_true (held > n / 20 && held < impossible && 2 * held > impossible);
  assert_true (proved_ordered > n / 20);
}

// ---- counters --------------------------------------------------------------

// Pairs with a counter that nobody looks at in between are refuted as without.
static void counters_that_nobody_looks_at_leave_pairs_refuted (void **state) {
  (void)state;
  uint64_t n = number_of_traces (300);
  refuted = exhausted = certified = left_open = 0;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = ft_random_counters (seed);
    compare (t, seed, true);
    ft_trace_free (t);
  }
  print_message ("%u certified, %u refuted, %u open, %u of %u traces whole\n",
                 certified, refuted, left_open, exhausted, (unsigned)n);
  assert_true (refuted > n / 10 && exhausted > n / 2);
}

// The argument for all pairs at once takes updates of unknown use for such that are
// kept.
static void counters_of_unknown_use_are_in_no_way (void **state) {
  (void)state;
  uint64_t n = number_of_traces (300);
  clear_counts ();
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = ft_random_counters (seed);
    compare_held (t, seed);
    ft_trace_free (t);
  }
  print_counts ();
  assert_true (held > n / 20 && held < impossible);
}

// Updates that only release are in no pair's way if reads of the counter acquire.
static void counts_are_in_no_way (void **state) {
  (void)state;
  uint64_t n = number_of_traces (600);
  clear_counts ();
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_trace *t = ft_random_countdown (seed);
    compare_held (t, seed);
    ft_trace_free (t);
  }
  print_counts ();
  assert_true (held > impossible / 9 * 4 && held < impossible); // of others 4 in 10
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (verdicts_are_those_of_the_definition),
      cmocka_unit_test (messages_are_refuted_only_if_they_synchronise),
      cmocka_unit_test (refuted_pairs_race_in_no_schedule),
      cmocka_unit_test (held_pairs_race_in_no_schedule),
      cmocka_unit_test (reads_without_known_uses_are_in_no_way),
      cmocka_unit_test (counters_that_nobody_looks_at_leave_pairs_refuted),
      cmocka_unit_test (counters_of_unknown_use_are_in_no_way),
      cmocka_unit_test (counts_are_in_no_way),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
