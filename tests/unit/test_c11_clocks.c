// Clocks of happens-before (certify/ideal_happens.c) against all reorderings of small
// traces, and what clocks do for refutations under c11 (predict/c11_refute.h).
//
// TRACES=n in the environment runs n random traces of each kind.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "predict/c11_refute.h"
#include "predict/check.h"
#include "tests/model/c11_races.h"
#include "tests/model/c11_traces.h"
#include "tests/model/random_counters.h"
#include "tests/model/random_trace.h"
#include "tests/model/random_uses.h"

enum { MOST_REORDERINGS = 3000 };

// ---- all reorderings -------------------------------------------------------

// Pairs of events of which one always happens before the other.
static size_t ordered;

// Whether one access is in the clock of the other one.
static bool always_happens (const ft_facts *f, const ft_ideals *happens, ft_id a,
                            ft_id b) {
  const ft_event *events = f->trace->events;
  const ft_id *local = f->index->local;
  return ft_ideals_size_in (happens, b, events[a].thread) > local[a] ||
         ft_ideals_size_in (happens, a, events[b].thread) > local[b];
}

// Accesses that always happen before each other race in no reordering, nor is one of them
// behind a FREE that does not happen before it.
static void check_clocks (const ft_trace *t, uint64_t seed) {
  ft_facts *f = ft_facts_new (t);
  ft_ideals *needed = ft_ideals_needed (f, FT_MODEL_MCM, NULL);
  ft_ideals *happens = ft_ideals_happens (needed, NULL);
  bool *racy = FT_ARRAY (bool, (size_t)t->size * t->size);
  ft_c11_races (t, FT_REL_HB, MOST_REORDERINGS, racy, racy);
  for (ft_id a = 0; a < t->size; a++)
    for (ft_id b = a + 1; b < t->size; b++)
      if (t->events[a].thread != t->events[b].thread &&
          always_happens (f, happens, a, b)) {
        ordered++;
        if (racy[(size_t)a * t->size + b])
          fail_msg ("seed %llu: events %u and %u race, and one always happens first",
                    (unsigned long long)seed, a, b);
      }
  free (racy);
  ft_ideals_free (happens);
  ft_ideals_free (needed);
  ft_facts_free (f);
}

static uint64_t kinds[FT_KIND_COUNT];

static ft_trace *trace_of_features (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 14, o.threads = 3, o.variables = 3;
  o = ft_random_features (seed, o);
  o.atomics = o.orders = true;
  ft_trace *t = ft_random_trace (seed, &o);
  for (ft_id e = 0; e < t->size; e++)
    kinds[t->events[e].kind]++;
  return t;
}

static ft_trace *trace_of_uses (uint64_t seed) {
  return ft_random_uses (seed, seed % 3 * 15);
}

static void what_always_happens_first_races_in_no_reordering (void **state) {
  (void)state;
  static ft_trace *(*const draw[]) (uint64_t) = {
      trace_of_features,     trace_of_uses,          ft_random_counters,
      ft_random_countdown,   ft_c11_trace_of_orders, ft_c11_trace_of_locks,
      ft_c11_trace_of_blocks};
  const char *given = getenv ("TRACES");
  uint64_t n = given ? strtoull (given, NULL, 10) : getenv ("FT_QUICK") ? 60 : 250;
  for (size_t i = 0; i < sizeof draw / sizeof *draw; i++) {
    ordered = 0;
    uint64_t count = i ? n : 8 * n; // the first kind has many features
    for (uint64_t seed = 0; seed < count; seed++) {
      ft_trace *t = draw[i](seed);
      check_clocks (t, seed);
      ft_trace_free (t);
    }
    print_message ("kind %zu: %zu pairs of events are always ordered\n", i, ordered);
    assert_true (ordered > n);
  }
  assert_true (kinds[FT_SEM_WAIT] && kinds[FT_BARRIER_LEAVE] && kinds[FT_WAKE] &&
               kinds[FT_ACQUIRE_SHARED] && kinds[FT_JOIN]);
}

// ---- refutations -----------------------------------------------------------

// The number of refutations that hold by one argument, with these clocks.
static size_t count_held (const ft_trace *t, bool needed, bool happens) {
  ft_check_options o = FT_CHECK_DEFAULTS;
  o.jobs = 1, o.memory_model = FT_MEMORY_SC, o.deadlocks = false, o.model = FT_MODEL_MCM;
  ft_results x;
  ft_check (t, &o, &x);
  ft_facts *facts = ft_facts_new (t);
  ft_ideals *needs = ft_ideals_needed (facts, FT_MODEL_MCM, NULL);
  ft_ideals *before = ft_ideals_happens (needs, NULL);
  bool *hold = FT_ARRAY (bool, x.size + 1);
  ft_c11_way *ways = FT_ARRAY (ft_c11_way, x.size + 1);
  ft_c11_left *left = FT_ARRAY (ft_c11_left, x.size + 1);
  ft_c11_clocks clocks = {needed ? needs : NULL, happens ? before : NULL};
  size_t count = 0;
  assert_true (ft_c11_refute (facts, clocks, &x, false, hold, ways, left, NULL));
  for (size_t i = 0; i < x.size; i++)
    count += hold[i];
  ft_c11_left_release (left, x.size);
  free (left);
  free (ways);
  free (hold);
  ft_ideals_free (before);
  ft_ideals_free (needs);
  ft_facts_free (facts);
  ft_results_release (&x);
  return count;
}

// Thread 1 hands 0 and 1 to thread 2 by a flag, and gets an answer by another one; then
// both access 0 once more, which is a race.  The first read of 0 is in no such pair.
static void a_late_race_opens_no_early_pair (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("late", "test");
  ft_model_push_access (t, 0, FT_FORK, 1, FT_ORDER_PLAIN);
  ft_model_push_access (t, 0, FT_FORK, 2, FT_ORDER_PLAIN);
  ft_model_push_access (t, 1, FT_WRITE, 1, FT_ORDER_PLAIN);
  ft_model_push_access (t, 1, FT_WRITE, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 1, FT_ATOMIC_WRITE, 2, FT_ORDER_RELEASE);
  ft_model_push_access (t, 2, FT_ATOMIC_READ, 2, FT_ORDER_ACQUIRE);
  ft_model_push_access (t, 2, FT_READ, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 2, FT_READ, 1, FT_ORDER_PLAIN);
  ft_model_push_access (t, 2, FT_ATOMIC_WRITE, 3, FT_ORDER_RELEASE);
  ft_model_push_access (t, 1, FT_ATOMIC_READ, 3, FT_ORDER_ACQUIRE);
  ft_model_push_access (t, 1, FT_WRITE, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 2, FT_READ, 0, FT_ORDER_PLAIN);
  for (ft_id e = 0; e < t->size; e++)
    for (ft_id of = e + 1; of-- > 0;)
      if (t->events[of].kind == t->events[e].kind &&
          t->events[of].target == t->events[e].target)
        t->events[e].location = of;
  assert_int_equal (count_held (t, false, false), 0);
  assert_int_equal (count_held (t, true, false), 1);
  ft_trace_free (t);
}

// A racy flag shows which section of a lock comes first.
static void sections_that_a_racy_read_shows_synchronise (void **state) {
  (void)state;
  ft_trace *t = ft_trace_new ("shown", "test");
  ft_model_push_access (t, 0, FT_FORK, 1, FT_ORDER_PLAIN);
  ft_model_push_access (t, 0, FT_FORK, 2, FT_ORDER_PLAIN);
  ft_model_push_access (t, 1, FT_WRITE, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 1, FT_ACQUIRE, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 1, FT_RELEASE, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 1, FT_WRITE, 1, FT_ORDER_PLAIN);
  ft_model_push_access (t, 2, FT_READ, 1, FT_ORDER_PLAIN);
  ft_model_push_access (t, 2, FT_ACQUIRE, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 2, FT_RELEASE, 0, FT_ORDER_PLAIN);
  ft_model_push_access (t, 2, FT_READ, 0, FT_ORDER_PLAIN);
  assert_int_equal (count_held (t, true, false), 0);
  assert_int_equal (count_held (t, true, true), 1);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_always_happens_first_races_in_no_reordering),
      cmocka_unit_test (a_late_race_opens_no_early_pair),
      cmocka_unit_test (sections_that_a_racy_read_shows_synchronise),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
