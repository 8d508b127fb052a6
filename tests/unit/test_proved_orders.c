// Proofs that one event comes before another, which refute many pairs: a
// certifier that keeps them against one that asks about each pair by itself, and
// against all schedules of random programs of which the trace has each operator.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "predict/certifier.h"
#include "tests/model/program.h"
#include "tests/model/random_trace.h"
#include "tests/unit/rounds.h"

static size_t pairs, refuted, shared, proofs;

static enum ft_verdict ask (ft_certifier *c, const ft_id pair[2]) {
  ft_outcome o;
  ft_question q = ft_question_of_pair (pair, 0, c->facts->trace->size);
  ft_certify_under (c, q, FT_MODEL_VALUE, 60, &o);
  enum ft_verdict verdict = o.verdict;
  ft_outcome_release (&o);
  return verdict;
}

// The twin: a certifier that asks no question of order.
static enum ft_verdict ask_alone (const ft_facts *f,
                                  const ft_check_options *options,
                                  const ft_id pair[2]) {
  ft_certifier *c = ft_certifier_new (f, options, NULL);
  c->orders.asked = UINT32_MAX;
  enum ft_verdict verdict = ask (c, pair);
  assert_int_equal (c->orders.list.size, 0);
  ft_certifier_free (c);
  return verdict;
}

static void complain (const ft_trace *t, const ft_id pair[2], uint64_t seed,
                      const char *what) {
  ft_print_trace (stderr, t);
  fail_msg ("FT_SEED=%llu: (%u, %u): %s", (unsigned long long)seed, pair[0],
            pair[1], what);
}

// Conflicting pairs, from the last one or from the first one on, so that proofs
// for pairs of all kinds meet others.  'races': of the program, or NULL.
static void compare (const ft_trace *t, const bool *races,
                     const ft_program *program, uint64_t seed) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = FT_MODEL_VALUE;
  ft_facts *f = ft_facts_new (t);
  ft_certifier *c = ft_certifier_new (f, &options, NULL);
  for (ft_id i = 0; i < t->size * t->size; i++) {
    ft_id k = seed % 2 ? i : t->size * t->size - 1 - i;
    ft_id pair[2] = {k / t->size, k % t->size};
    const ft_event *events = t->events;
    if (pair[0] >= pair[1] ||
        !ft_event_conflicts (events + pair[0], events + pair[1]))
      continue;
    bool known = ft_proved_orders_refute (&c->orders, f->index, pair);
    enum ft_verdict verdict = ask (c, pair);
    pairs++, refuted += verdict == FT_REFUTED, shared += known;
    if (verdict != ask_alone (f, &options, pair))
      complain (t, pair, seed, "proofs of orders change the verdict");
    if (races && verdict == FT_REFUTED &&
        races[program->step_of.begin[pair[0]] * FT_PROGRAM_ALL +
              program->step_of.begin[pair[1]]])
      complain (t, pair, seed, "a race of the program is refuted");
  }
  proofs += c->orders.list.size;
  ft_certifier_free (c);
  ft_facts_free (f);
}

static void report (void) {
  print_message ("# %zu pairs, %zu refuted, %zu of them by %zu proofs about "
                 "others\n",
                 pairs, refuted, shared, proofs);
  assert_true (!rounds_are_many () || (shared > 10 && pairs > refuted));
}

static void of_programs (void **state) {
  (void)state;
  pairs = refuted = shared = proofs = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (60, 2000); seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_program p;
    unsigned hidden = seed % 3 ? 0 : 25; // percent of operators
    ft_program_random (&p, &rng, hidden);
    ft_trace *trace = ft_program_record (&p, &rng);
    bool *races = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
    if (trace && ft_program_races (&p, races))
      compare (trace, hidden ? NULL : races, &p, seed);
    free (races);
    ft_trace_free (trace);
    ft_random_program_release (&p);
  }
  report ();
}

// With all kinds of synchronisation, of which programs have only locks.
static void of_traces (void **state) {
  (void)state;
  pairs = refuted = shared = proofs = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (120, 2000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 24, o.threads = 3, o.variables = 2;
    o = ft_random_features (seed, o);
    o.values = 1 + seed % 3, o.branches = o.locals = true;
    ft_trace *trace = ft_random_trace (seed, &o);
    compare (trace, NULL, NULL, seed);
    ft_trace_free (trace);
  }
  report ();
}

// What a proof refutes: 'first' or an event before it, with 'last' or one behind.
static void reach (void **state) {
  (void)state;
  ft_trace *t = ft_random_trace (1, &FT_RANDOM_DEFAULTS);
  ft_index *x = ft_index_new (t);
  ft_id at[2][3]; // the first events of two threads
  for (ft_tid k = 0; k < 2; k++)
    for (ft_id i = 0; i < 3; i++)
      at[k][i] = ft_index_event (x, k, i);
  ft_proved_orders p = {0};
  ft_proved_orders_enter (&p, at[0][1], at[1][1], true);
  for (ft_id i = 0; i < 3; i++)
    for (ft_id j = 0; j < 3; j++)
      for (int swap = 0; swap < 2; swap++) {
        ft_id pair[2] = {swap ? at[1][j] : at[0][i], swap ? at[0][i] : at[1][j]};
        assert_int_equal (ft_proved_orders_refute (&p, x, pair), i <= 1 && j >= 1);
      }
  ft_proved_orders_release (&p);
  ft_index_free (x);
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (reach),
      cmocka_unit_test (of_programs),
      cmocka_unit_test (of_traces),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
