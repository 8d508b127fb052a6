// Hard traces: certifiers and both encodings against each other, and against
// enumeration where that is possible.  Recorded traces hardly ever reach the
// solver; here are some where closure does not suffice.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "candidate/pairs.h"
#include "model/differential.h"
#include "model/random_trace.h"
#include "model/shrink.h"
#include "predict/certify.h"
#include "tests/unit/rounds.h"

static void print_seen (const char *name, const ft_differential *d) {
  print_message ("# %s: %zu pairs, %zu races; decided by order %zu, graph "
                 "%zu, smt %zu; open %zu; %zu solver calls, %zu enumerations "
                 "incomplete\n",
                 name, d->pairs, d->races, d->by_order, d->by_graph, d->by_smt,
                 d->open, d->solved, d->incomplete);
}

// ---- the family of Figure 9 ----------------------------------------------

static void check_figure9 (uint64_t seed, unsigned sections, unsigned locks,
                           ft_differential *d) {
  ft_trace *t = ft_figure9_trace (seed, sections, locks);
  ft_id pair[2];
  ft_figure9_pair (t, pair);
  d->pair = pair;
  size_t pairs = d->pairs;
  if (ft_differs (t, d)) {
    ft_print_trace (stderr, t);
    fail_msg ("FT_SEED=%llu sections %u locks %u: %s", (unsigned long long)seed,
              sections, locks, ft_strbuf_text (&d->why));
  }
  assert_int_equal (d->pairs, pairs + 1);
  ft_trace_free (t);
}

static void small_figure9 (void **state) {
  (void)state;
  ft_differential d = {.max_states = 150000};
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (15, 40); seed++)
    check_figure9 (seed, 1 + seed % 2, 1, &d);
  print_seen ("small figure 9", &d);
  assert_true (d.races > 0 && d.races < d.pairs && d.incomplete < d.pairs);
}

static void large_figure9 (void **state) {
  (void)state;
  ft_differential d = {0};
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (20, 60); seed++)
    check_figure9 (seed, 4 + seed % 9, 1 + seed % 3, &d);
  print_seen ("large figure 9", &d);
  assert_true (d.races > 0 && d.races < d.pairs && d.solved > 0);
}

// About one in a thousand of the family is not decided before the solver.
static void figure9_for_solver (void **state) {
  (void)state;
  static const uint64_t seeds[] = {6083,  10799, 20201, 21877, 37538, 43388,
                                   49795, 50666, 51830, 56483, 62935, 64976};
  ft_differential d = {0};
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
    check_figure9 (seeds[i], 2 + seeds[i] % 9, 1 + seeds[i] % 3, &d);
  print_seen ("figure 9 for the solver", &d);
  assert_true (d.by_smt > 0);
}

// ---- adversarial mixes ---------------------------------------------------

static ft_trace *hard_trace (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 150 + seed % 3 * 75, o.threads = 3 + seed % 5;
  o.locks = 2 + seed % 4, o.variables = 2 + 2 * (seed % 3), o.depth = 3;
  o.acquire = 20 + seed % 4 * 10, o.release = 10 + seed % 5 * 6;
  o.read = 40 + seed % 3 * 20;
  o.open_sections = seed % 2;
  return ft_hard_trace (seed, &o);
}

static void hard_traces (void **state) {
  (void)state;
  ft_differential d = {.max_pairs = 40};
  for (uint64_t seed = rounds_first (); seed < rounds_end (12); seed++) {
    ft_trace *t = hard_trace (seed);
    if (ft_differs (t, &d)) {
      ft_trace *small = ft_shrink_trace (t, ft_differs, &d);
      ft_differs (small, &d);
      ft_print_trace (stderr, small);
      fail_msg ("FT_SEED=%llu: %s", (unsigned long long)seed,
                ft_strbuf_text (&d.why));
    }
    ft_trace_free (t);
  }
  print_seen ("hard", &d);
  assert_true (d.solved > 0 && d.open == 0);
}

static bool needs_solver (ft_certifier *certifier, const ft_id pair[2]) {
  ft_outcome o;
  ft_certify (certifier, pair, 10, &o);
  bool solved = o.certifier && !strcmp (o.certifier, "smt");
  ft_outcome_release (&o);
  return solved;
}

// Compares the pairs that nothing before the solver decides.
static void check_needing_solver (uint64_t seed, ft_differential *d) {
  ft_trace *t = hard_trace (seed);
  ft_facts *facts = ft_facts_new (t);
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_certifier *certifier = ft_certifier_new (facts, &options, NULL);
  ft_candidates *c = ft_candidates_new (facts->index, true, SIZE_MAX);
  for (size_t i = 0; i < c->list.size; i++) {
    const ft_pair *p = c->list.begin[i].closest;
    ft_id pair[2] = {p->first, p->second};
    if (!needs_solver (certifier, pair))
      continue;
    d->pair = pair;
    if (ft_differs (t, d)) {
      ft_print_trace (stderr, t);
      fail_msg ("seed %llu: %s", (unsigned long long)seed,
                ft_strbuf_text (&d->why));
    }
  }
  ft_candidates_free (c);
  ft_certifier_free (certifier);
  ft_facts_free (facts);
  ft_trace_free (t);
}

// Found among tens of thousands.
static void hard_for_solver (void **state) {
  (void)state;
  static const uint64_t seeds[] = {333,   927,   5469,  18754, 27399, 44598,
                                   54654, 58833, 60594, 67347, 68154, 68554};
  ft_differential d = {0};
  for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
    check_needing_solver (seeds[i], &d);
  print_seen ("hard for the solver", &d);
  assert_true (d.by_smt > 0 && d.races > 0 && d.races < d.pairs);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (small_figure9),      cmocka_unit_test (large_figure9),
      cmocka_unit_test (figure9_for_solver), cmocka_unit_test (hard_traces),
      cmocka_unit_test (hard_for_solver),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
