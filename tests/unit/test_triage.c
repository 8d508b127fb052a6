// In which order candidates are tried, what stages cost, and fingerprints:
// against their definitions.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "predict/check.h"
#include "results/fingerprint.h"
#include "predict/triage.h"
#include "tests/model/random_trace.h"
#include "tests/unit/rounds.h"

// ---- order ---------------------------------------------------------------

// A candidate made by hand.
typedef struct wanted {
  ft_id first, second; // events
  unsigned unordered_by;
} wanted;

static void make (ft_candidates *c, ft_pair *pairs, const wanted *w, size_t n) {
  for (size_t i = 0; i < n; i++) {
    pairs[i] = (ft_pair){w[i].first, w[i].second, 0, w[i].unordered_by};
    ft_candidate candidate = {.closest = pairs + i, .kept = 1};
    FT_PUSH (c->list, candidate);
  }
}

static void expect_order (const ft_trace *t, const wanted *w, size_t n,
                          const size_t *expected) {
  ft_pair pairs[8];
  ft_candidates candidates = {0};
  ft_deadlock_candidates deadlocks = {0};
  ft_facts facts = {.trace = t};
  ft_work work = {&facts, &candidates, &deadlocks};
  make (&candidates, pairs, w, n);
  size_t *order = ft_triage_order (&work);
  for (size_t i = 0; i < n; i++)
    assert_int_equal (order[i], expected[i]);
  free (order);
  FT_RELEASE (candidates.list);
}

static ft_trace *accesses (const ft_id *locations, size_t n) {
  ft_trace *t = ft_trace_new ("by hand", "test");
  for (size_t i = 0; i < n; i++) {
    ft_event e = FT_EVENT_NONE;
    e.thread = i % 2, e.kind = FT_WRITE, e.target = 0;
    ft_model_push (t, e);
    t->events[i].location = locations[i];
  }
  return t;
}

enum {
  HYBRID = 1 << FT_REL_FORK_JOIN,
  DC = HYBRID | 1 << FT_REL_DC,
  HB = DC | 1 << FT_REL_WCP | 1 << FT_REL_HB
};

static void order_of_candidates (void **state) {
  (void)state;
  ft_trace *t = accesses ((ft_id[]){0, 1, 2, 3, 4, 5, 0, 1}, 8);
  // More relations first, then the closer one, then the earlier one.
  expect_order (t, (wanted[]){{0, 1, HYBRID}, {2, 5, HB}, {3, 4, HB}}, 3,
                (size_t[]){2, 1, 0});
  expect_order (t, (wanted[]){{4, 5, DC}, {0, 1, DC}, {2, 3, DC}}, 3,
                (size_t[]){1, 2, 0});
  // Events 6 and 7 are at the locations of 0 and 1: no news, so last, though
  // all relations leave them unordered.
  expect_order (t, (wanted[]){{0, 1, HB}, {6, 7, HB}, {2, 5, HYBRID}}, 3,
                (size_t[]){0, 2, 1});
  // One new location is news.
  expect_order (t, (wanted[]){{0, 1, HB}, {5, 6, DC}, {1, 6, DC}}, 3,
                (size_t[]){0, 1, 2});
  ft_trace_free (t);
}

// Everything once, and the same for the same candidates in another order.
static void order_is_a_permutation (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 60, o.threads = 4, o.variables = 4;
    ft_trace *t = ft_random_trace (seed, &o);
    ft_facts *facts = ft_facts_new (t);
    ft_candidates *c = ft_candidates_new (facts->index, seed % 2, 1000);
    ft_deadlock_candidates *d = ft_deadlock_candidates_new (facts->index, 100, NULL);
    ft_work work = {facts, c, d};
    size_t n = ft_work_size (&work);
    size_t *order = ft_triage_order (&work);
    bool *seen = FT_ARRAY (bool, n);
    for (size_t i = 0; i < n; i++) {
      assert_true (order[i] < n && !seen[order[i]]);
      seen[order[i]] = true;
    }
    free (seen);
    free (order);
    ft_deadlock_candidates_free (d);
    ft_candidates_free (c);
    ft_facts_free (facts);
    ft_trace_free (t);
  }
}

static uint64_t size_of_needs (const ft_work *w, size_t candidate) {
  ft_question q = ft_work_question (w, candidate, 0);
  uint64_t size = ft_ideals_size (w->needed[FT_MODEL_MCM], q.targets, q.count);
  return ft_work_open (w, candidate) ? size : 0;
}

// Everything once, never a candidate before one that needs less than half, and
// those of a size in their old order.
static void small_ones_first (void **state) {
  (void)state;
  size_t moved = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (20, 100); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 60, o.threads = 4, o.variables = 4;
    ft_trace *t = ft_random_trace (seed, &o);
    ft_facts *facts = ft_facts_new (t);
    ft_candidates *c = ft_candidates_new (facts->index, true, 1000);
    ft_deadlock_candidates *d = ft_deadlock_candidates_new (facts->index, 100, NULL);
    ft_ideals *needed[FT_MODEL_COUNT] = {
        ft_ideals_needed (facts, FT_MODEL_MCM, NULL)};
    ft_failure_candidates none = {0};
    ft_work work = {facts, c, d, &none, (const ft_ideals *const *)needed, NULL};
    size_t n = c->list.size, *order = FT_ARRAY (size_t, n);
    bool *seen = FT_ARRAY (bool, n);
    for (size_t i = 0; i < n; i++)
      order[i] = i;
    ft_triage_small_first (&work, order, n);
    for (size_t i = 0; i < n; i++) {
      assert_true (order[i] < n && !seen[order[i]]);
      seen[order[i]] = true;
      moved += order[i] != i;
      if (!i)
        continue;
      uint64_t before = size_of_needs (&work, order[i - 1]);
      uint64_t here = size_of_needs (&work, order[i]);
      assert_true (before <= 2 * here + 1);
      assert_true (before != here || order[i - 1] < order[i]);
    }
    free (seen);
    free (order);
    ft_ideals_free (needed[FT_MODEL_MCM]);
    ft_deadlock_candidates_free (d);
    ft_candidates_free (c);
    ft_facts_free (facts);
    ft_trace_free (t);
  }
  assert_true (moved > 0);
}

// ---- stages --------------------------------------------------------------

static void costs (void **state) {
  (void)state;
  ft_certify_stages x = {0};
  assert_true (ft_certify_stages_quantile (&x, FT_CERTIFY_STAGE_SMT, 0.5) == 0);
  for (int i = 1; i <= 20; i++) {
    ft_cost cost = {.seconds = {1, 21 - i}, .tried = {true, true}};
    ft_certify_stages_add (&x, i % 2 ? "graph" : "order", FT_CAUSE_OTHER, &cost);
  }
  ft_cost lost = {.seconds = {2}, .tried = {true}, .lost = 5};
  ft_certify_stages_add (&x, NULL, FT_CAUSE_TIMEOUT, &lost);
  assert_int_equal (x.stage[FT_CERTIFY_STAGE_ORDER].decided, 10);
  assert_int_equal (x.stage[FT_CERTIFY_STAGE_GRAPH].decided, 10);
  assert_int_equal (x.stage[FT_CERTIFY_STAGE_ORDER].seconds.size, 21);
  assert_int_equal (x.stage[FT_CERTIFY_STAGE_SMT].seconds.size, 0);
  assert_true (ft_certify_stages_total (&x, FT_CERTIFY_STAGE_ORDER) == 22);
  assert_true (ft_certify_stages_total (&x, FT_CERTIFY_STAGE_GRAPH) == 210);
  assert_true (ft_certify_stages_quantile (&x, FT_CERTIFY_STAGE_GRAPH, 0.5) == 10);
  assert_true (ft_certify_stages_quantile (&x, FT_CERTIFY_STAGE_GRAPH, 0.95) == 19);
  assert_true (ft_certify_stages_quantile (&x, FT_CERTIFY_STAGE_GRAPH, 1) == 20);
  assert_int_equal (x.undecided, 1);
  assert_int_equal (x.causes[FT_CAUSE_TIMEOUT], 1);
  assert_int_equal (x.causes[FT_CAUSE_OTHER], 0);
  assert_true (x.undecided_seconds == 7);
  ft_certify_stages_release (&x);
}

// ---- fingerprints --------------------------------------------------------

static int sign (int n) {
  return (n > 0) - (n < 0);
}

static void locations_compare_as_people_do (void **state) {
  (void)state;
  static const char *const ascending[] = {
      "", "9", "10", "a.c", "a.c:9", "a.c:10", "a.c:100", "a10.c:1", "b.c:2"};
  enum { N = sizeof ascending / sizeof *ascending };
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      assert_int_equal (
          sign (ft_fingerprint_compare_locations (ascending[i], ascending[j])),
          sign (i - j));
  assert_int_equal (ft_fingerprint_compare_locations ("a:007", "a:7"), 0);
}

// No two findings of a check have the same name.
static void fingerprints_differ (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (60); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 60, o.threads = 3, o.variables = 2;
    ft_trace *t = ft_random_trace (seed, &o);
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.all_pairs = seed % 2, options.jobs = 1;
    ft_results x;
    ft_check (t, &options, &x);
    for (size_t i = 0; i < x.size; i++)
      for (size_t j = i + 1; j < x.size; j++)
        assert_true (x.races[i].fingerprint != x.races[j].fingerprint);
    ft_results_release (&x);
    ft_trace_free (t);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (order_of_candidates),
      cmocka_unit_test (order_is_a_permutation),
      cmocka_unit_test (small_ones_first),
      cmocka_unit_test (costs),
      cmocka_unit_test (locations_compare_as_people_do),
      cmocka_unit_test (fingerprints_differ),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
