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
  ft_certify_under (c, q, c->options->model, 60, &o);
  enum ft_verdict verdict = o.verdict;
  ft_outcome_release (&o);
  return verdict;
}

// The twin: a certifier that asks no question of order.
static enum ft_verdict ask_alone (const ft_facts *f,
                                  const ft_check_options *options,
                                  const ft_id pair[2]) {
  ft_certifier *c = ft_certifier_new (f, options, NULL);
  ft_proved_orders *orders = &(c->paths ? c->paths : c)->orders;
  orders->asked = UINT32_MAX;
  enum ft_verdict verdict = ask (c, pair);
  assert_int_equal (orders->list.size, 0);
  ft_certifier_free (c);
  return verdict;
}

static void complain (const ft_trace *t, const ft_id pair[2], uint64_t seed,
                      const char *what) {
  ft_print_trace (stderr, t);
  fail_msg ("FT_SEED=%llu: (%u, %u): %s", (unsigned long long)seed, pair[0],
            pair[1], what);
}

// Whether a proof refutes the pair, of events on alternative paths as well.
static bool is_proved (const ft_certifier *c, const ft_id pair[2]) {
  const ft_id *place = c->paths ? c->facts->unfolding->unfolded : NULL;
  return place ? ft_proved_orders_refute (
                     &c->paths->orders, c->paths->facts->index,
                     (ft_id[]){place[pair[0]], place[pair[1]]})
               : ft_proved_orders_refute (&c->orders, c->facts->index, pair);
}

// Conflicting pairs, from the last one or from the first one on, so that proofs
// for pairs of all kinds meet others.  'races': of the program, or NULL.
static void compare (const ft_trace *t, const bool *races,
                     const ft_program *program, enum ft_model model,
                     uint64_t seed) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = model;
  ft_facts *f = ft_facts_new (t);
  ft_certifier *c = ft_certifier_new (f, &options, NULL);
  ft_ideals *needed = ft_ideals_needed (f, FT_MODEL_MCM, NULL);
  const ft_ideals *all_needed[FT_NEEDED_COUNT] = {[FT_MODEL_MCM] = needed};
  ft_id all = t->size + (f->paths ? t->altpath_events : 0);
  if (seed % 4)
    ft_certifier_set_ideals (c, all_needed);
  for (ft_id i = 0; i < all * all; i++) {
    ft_id k = seed % 2 ? i : all * all - 1 - i;
    ft_id pair[2] = {k / all, k % all};
    const ft_event *events = t->events;
    if (pair[0] >= pair[1] ||
        !ft_event_conflicts (events + pair[0], events + pair[1]))
      continue;
    bool known = is_proved (c, pair);
    enum ft_verdict verdict = ask (c, pair);
    pairs++, refuted += verdict == FT_REFUTED, shared += known;
    if (verdict != ask_alone (f, &options, pair))
      complain (t, pair, seed, "proofs of orders change the verdict");
    if (races && verdict == FT_REFUTED && !f->paths &&
        races[program->step_of.begin[pair[0]] * FT_PROGRAM_ALL +
              program->step_of.begin[pair[1]]])
      complain (t, pair, seed, "a race of the program is refuted");
  }
  proofs += c->orders.list.size + (c->paths ? c->paths->orders.list.size : 0);
  ft_certifier_free (c);
  ft_ideals_free (needed);
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
      compare (trace, hidden ? NULL : races, &p, FT_MODEL_VALUE, seed);
    free (races);
    ft_trace_free (trace);
    ft_random_program_release (&p);
  }
  report ();
}

// Under the path model, where a thread need not execute the events before 'last'.
static void of_paths (void **state) {
  (void)state;
  pairs = refuted = shared = proofs = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end_of (40, 3000); seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_program p;
    ft_program_random_branching (&p, &rng, seed % 3 ? 0 : 25);
    ft_trace *trace = ft_program_record (&p, &rng);
    if (trace && trace->altpath_events && trace->altpath_events <= 40)
      compare (trace, NULL, NULL, FT_MODEL_PATH, seed);
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
    compare (trace, NULL, NULL, FT_MODEL_VALUE, seed);
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
  ft_proved_order order = {at[0][1], at[1][1]};
  ft_proved_orders_enter (&p, order, FT_UNKNOWN, 1);
  assert_int_equal (p.asked, 0);
  assert_true (ft_proved_orders_is_open (&p, order, 1.5));
  assert_false (ft_proved_orders_is_open (&p, order, 3));
  ft_proved_orders_enter (&p, order, FT_UNSAT, 3);
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
      cmocka_unit_test (of_paths),
      cmocka_unit_test (of_traces),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
