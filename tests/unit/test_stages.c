// A check decides its candidates in stages.  On random traces that changes no
// verdict: each candidate gets the one that it gets when it is asked about by
// itself, model by model; and '--stages' decides the candidates of its stages
// as a check of all does, and leaves the others open.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "predict/search.h"
#include "tests/model/random_trace.h"
#include "tests/unit/rounds.h"

enum { STRICT = FT_FUNNEL_HYBRID + 1, ROUNDS = 40 };

static const ft_check_options options = {.jobs = 2,
                                         .model = FT_MODEL_PATH,
                                         .candidates = FT_REL_FORK_JOIN,
                                         .deadlocks = true};

static ft_trace *trace_of (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40, o.threads = 3 + seed % 2, o.variables = 3, o.values = 3;
  if (seed % 8 == 7)
    return ft_figure9_trace (seed, 4, 2);
  if (seed % 2)
    return ft_hard_trace (seed, &o);
  o.branches = o.locals = true;
  return ft_random_trace (seed, &o);
}

// ---- the slow twin ---------------------------------------------------------

typedef struct answer {
  enum ft_verdict verdict;
  enum ft_model model;
} answer;

// The verdict under one model: certified if an instance is, refuted if all are.
static enum ft_verdict ask (const ft_search *s, ft_certifier *c, size_t i,
                            enum ft_model model) {
  enum ft_verdict verdict = FT_REFUTED;
  for (uint32_t k = 0; k < ft_work_kept (&s->work, i); k++) {
    ft_outcome o;
    ft_certify_under (c, ft_work_question (&s->work, i, k), model, 0, &o);
    enum ft_verdict one = o.verdict;
    ft_outcome_release (&o);
    if (one == FT_CERTIFIED)
      return one;
    if (one == FT_UNDECIDED)
      verdict = one;
  }
  return verdict;
}

// Asks one model after the other; a relaxed one adds to the verdict.
static answer ask_all (const ft_search *s, ft_certifier *c, size_t i) {
  answer a = {ask (s, c, i, FT_MODEL_MCM), FT_MODEL_MCM};
  for (int m = FT_MODEL_VALUE; m < FT_MODEL_COUNT; m++) {
    ft_question q = ft_work_question (&s->work, i, 0);
    enum ft_model model = (enum ft_model)m;
    if (a.verdict == FT_CERTIFIED || !ft_certifier_asks (c, &q, model))
      break;
    enum ft_verdict relaxed = ask (s, c, i, model);
    if (relaxed == FT_CERTIFIED || (relaxed == a.verdict && relaxed))
      a = (answer){relaxed, model};
  }
  return a;
}

// ---- comparing -------------------------------------------------------------

static void fail_at (const ft_trace *t, uint64_t seed, size_t i,
                     const ft_race *race, answer a) {
  ft_print_trace (stderr, t);
  fail_msg ("seed %llu: candidate %zu is %s under %s, by itself %s under %s",
            (unsigned long long)seed, i, ft_verdict_name (race->verdict),
            ft_model_name (race->model), ft_verdict_name (a.verdict),
            ft_model_name (a.model));
}

static size_t compare_with_twin (const ft_search *s, const ft_results *x,
                                 uint64_t seed) {
  ft_certifier *c = ft_certifier_new (s->facts, &options, NULL);
  size_t compared = 0;
  for (size_t i = 0; i < x->size; i++) {
    const ft_race *race = x->races + i;
    if (ft_work_kept (&s->work, i) < ft_work_instances (&s->work, i))
      continue; // instances that are not kept leave it open
    answer a = ask_all (s, c, i);
    if (a.verdict != race->verdict ||
        (a.verdict == FT_CERTIFIED && a.model != race->model))
      fail_at (s->facts->trace, seed, i, race, a);
    compared++;
  }
  ft_certifier_free (c);
  return compared;
}

// Whether a race has no verdict since its stage was left out.
static bool is_left (const ft_race *race) {
  return race->verdict == FT_UNDECIDED && race->cause == FT_CAUSE_STAGES;
}

// Each candidate is of one stage, which decides it as a check of all does.
static void compare_stages (ft_search *s, const ft_results *all,
                            uint64_t seed) {
  unsigned *times = FT_ARRAY (unsigned, all->size);
  for (int stage = 0; stage < STRICT; stage++) {
    ft_check_options one = options;
    ft_results x;
    one.model = FT_MODEL_MCM;
    one.stages = 1u << stage;
    ft_search_run (s, &one, NULL, 0, &x);
    size_t decided = 0;
    for (size_t i = 0; i < x.size; i++) {
      answer a = {x.races[i].verdict, x.races[i].model};
      if (is_left (x.races + i))
        continue;
      if (a.verdict != all->races[i].verdict)
        fail_at (s->facts->trace, seed, i, all->races + i, a);
      times[i]++;
      decided++;
    }
    assert_int_equal (x.funnel[stage].candidates, decided);
    ft_results_release (&x);
  }
  for (size_t i = 0; i < all->size; i++)
    if (times[i] != 1)
      fail_msg ("seed %llu: candidate %zu is of %u stages",
                (unsigned long long)seed, i, times[i]);
  free (times);
}

static void stages_change_no_verdict (void **state) {
  (void)state;
  size_t compared = 0, of[FT_FUNNEL_COUNT] = {0};
  printf ("seeds from %llu on\n", (unsigned long long)rounds_first ());
  for (uint64_t seed = rounds_first (); seed < rounds_end (ROUNDS); seed++) {
    ft_trace *t = trace_of (seed);
    ft_search *s = ft_search_new (t, &options);
    ft_results x, strict;
    ft_check_options mcm = options;
    mcm.model = FT_MODEL_MCM;
    ft_search_run (s, &options, NULL, 0, &x);
    ft_search_run (s, &mcm, NULL, 0, &strict);
    compared += compare_with_twin (s, &x, seed);
    compare_stages (s, &strict, seed);
    for (int k = 0; k < FT_FUNNEL_COUNT; k++)
      of[k] += x.funnel[k].candidates;
    ft_results_release (&strict);
    ft_results_release (&x);
    ft_search_free (s);
    ft_trace_free (t);
  }
  if (!rounds_are_many ())
    return;
  assert_true (compared > 100);
  assert_true (of[FT_FUNNEL_HB] && of[FT_FUNNEL_WCP] && of[FT_FUNNEL_DC] &&
               of[FT_FUNNEL_HYBRID] && of[FT_FUNNEL_VALUE]);
}

// ---- the line --------------------------------------------------------------

static void expect_line (const ft_funnel_row *rows, const char *expected) {
  ft_strbuf line = {0};
  ft_funnel_describe (&line, rows);
  assert_string_equal (ft_strbuf_text (&line), expected);
  ft_strbuf_release (&line);
}

#define DONE FT_FUNNEL_STATE_FINISHED
#define OUT FT_FUNNEL_STATE_LEFT_OUT
#define WAITING FT_FUNNEL_STATE_WAITING
#define CUT FT_FUNNEL_STATE_BUDGET

static void line_of_stages (void **state) {
  (void)state;
  ft_funnel_row cut[FT_FUNNEL_COUNT] = {
      {8, 8, 3, DONE, 0, 0},    {3, 3, 0, DONE, 0, 0},  {0, 0, 0, DONE, 0, 0},
      {911, 641, 0, CUT, 9, 4}, {92, 0, 0, WAITING, 0, 0}, {92, 0, 0, WAITING, 0, 0}};
  expect_line (cut, "hb 8 of 8 decided · wcp 3 of 3 · dc 0 · hybrid 641 of "
                    "911, budget (about 4 s more) · value, path not begun");
  ft_funnel_row some[FT_FUNNEL_COUNT] = {
      {0, 0, 0, DONE, 0, 0}, {3, 0, 0, OUT, 0, 0}, {0, 0, 0, OUT, 0, 0},
      {2, 2, 0, DONE, 9, 0}, {2, 1, 1, DONE, 0, 0}};
  expect_line (some, "hb 0 · wcp 0 of 3 decided, left out · dc left out · "
                     "hybrid 2 of 2 · value 1 of 2");
  expect_line ((ft_funnel_row[FT_FUNNEL_COUNT]){{.state = DONE}}, "hb 0");
  expect_line ((ft_funnel_row[FT_FUNNEL_COUNT]){{0}}, "");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (stages_change_no_verdict),
      cmocka_unit_test (line_of_stages),
  };
  return cmocka_run_group_tests_name ("stages", tests, NULL, NULL);
}
