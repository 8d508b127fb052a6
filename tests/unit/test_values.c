// The value model: the examples of the RECIPE paper, and random programs whose
// schedules are all run by an interpreter (tests/model/program.h).  FT_SEED and
// FT_ROUNDS repeat or extend the random ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/program.h"
#include "model/random_trace.h"
#include "predict/certify.h"
#include "smt/word.h"
#include "load/open.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK") ? full / 10 : full);
}

typedef struct counts {
  size_t programs, pairs, races, relaxed, undecided, open, undefined;
} counts;

// ---- random programs -----------------------------------------------------

// What a certifier says, for the most relaxed model given.
static ft_outcome ask (const ft_facts *facts, ft_id a, ft_id b,
                       enum ft_model model) {
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = model;
  ft_certifier *c = ft_certifier_new (facts, &options, NULL);
  ft_outcome o;
  ft_certify (c, (ft_id[]){a, b}, 60, &o);
  ft_certifier_free (c);
  return o;
}

static void complain (const ft_trace *trace, ft_id a, ft_id b, uint64_t seed,
                      const ft_outcome *o, bool race) {
  fprintf (stderr, "FT_SEED=%llu: (%u, %u): %s under %s%s%s, but %s race\n",
           (unsigned long long)seed, a, b, ft_verdict_name (o->verdict),
           ft_model_name (o->model), o->reason.size ? ": " : "",
           ft_strbuf_text (&o->reason), race ? "a" : "no");
  ft_print_trace (stderr, trace);
  fail ();
}

// Whether the program may do what the model of the trace excludes.  A
// compare-and-swap of the trace has succeeded, and the schedules of its model are
// those in which it does so again; the program goes on where it fails.  An event
// of which the trace does not tell all operands depends on all reads before it there.
static bool does_more (const ft_program *p) {
  for (unsigned t = 0; t < FT_PROGRAM_THREADS; t++)
    for (unsigned k = 0; k < p->lengths[t]; k++)
      if (p->steps[t][k].compares || p->steps[t][k].untold)
        return true;
  return p->undefined_locals;
}

// With every operator in the trace the verdicts are exactly those of the program, but
// that accesses of parts leave what is no race open.
// Otherwise no race may be made up, and none is impossible that there is, as long as
// no model is left open.
static void compare_pair (const ft_facts *facts, ft_id a, ft_id b, bool race,
                          bool exact, const ft_program *p, uint64_t seed,
                          counts *n) {
  ft_outcome o = ask (facts, a, b, FT_MODEL_VALUE);
  bool certified = o.verdict == FT_CERTIFIED;
  n->pairs++;
  n->races += race;
  n->relaxed += certified && o.model == FT_MODEL_VALUE;
  n->undecided += o.verdict == FT_UNDECIDED;
  if (o.verdict == FT_UNDECIDED && o.cause == FT_CAUSE_REFUSED)
    complain (facts->trace, a, b, seed, &o, race);
  if (certified ? !race
                : exact && (race || (o.verdict != FT_REFUTED && !p->partial)))
    complain (facts->trace, a, b, seed, &o, race);
  n->open += o.verdict == FT_REFUTED && o.left_open != FT_MODEL_MCM;
  if (o.verdict == FT_REFUTED && o.left_open == FT_MODEL_MCM && race &&
      !does_more (p))
    complain (facts->trace, a, b, seed, &o, race);
  ft_outcome_release (&o);
}

static void compare_program (uint64_t seed, unsigned hidden, counts *n) {
  ft_rng rng = ft_rng_init (seed);
  ft_program p;
  ft_program_random (&p, &rng, hidden);
  ft_trace *trace = ft_program_record (&p, &rng);
  if (!trace) {
    n->undefined++;
    ft_random_program_release (&p);
    return;
  }
  bool *races = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
  if (ft_program_races (&p, races)) {
    ft_facts *facts = ft_facts_new (trace);
    n->programs++;
    for (ft_id a = 0; a < trace->size; a++)
      for (ft_id b = a + 1; b < trace->size; b++)
        if (ft_event_conflicts (trace->events + a, trace->events + b))
          compare_pair (
              facts, a, b,
              races[p.step_of.begin[a] * FT_PROGRAM_ALL + p.step_of.begin[b]],
              !hidden, &p, seed, n);
    ft_facts_free (facts);
  }
  free (races);
  ft_trace_free (trace);
  ft_random_program_release (&p);
}

static void compare_programs (const char *name, unsigned hidden,
                              uint64_t count) {
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + count; seed++)
    compare_program (seed, hidden, &n);
  print_message ("# %s: %zu programs (%zu more undefined), %zu pairs, %zu "
                 "races, %zu by values alone, %zu undecided, %zu left open\n",
                 name, n.programs, n.undefined, n.pairs, n.races, n.relaxed,
                 n.undecided, n.open);
  assert_true (count < 100 || n.relaxed > 0);
}

static void modelled (void **state) {
  (void)state;
  compare_programs ("modelled", 0, rounds (1900));
}

static void partly_modelled (void **state) {
  (void)state;
  compare_programs ("partly modelled", 25, rounds (700));
}

// ---- operators -----------------------------------------------------------

// The solver's operators against those of the checker.
static void operators (void **state) {
  (void)state;
  static const uint64_t values[] = {
      0,    1,    2,          3,          7,     63,    64,         0x7f,
      0x80, 0xff, 0x7fffffff, 0x80000000, ~0ull, ~1ull, 1ull << 63, ~0ull >> 1};
  ft_rng rng = ft_rng_init (number ("FT_SEED", 1));
  for (uint64_t i = 0; i < rounds (3000); i++) {
    enum ft_operator op = 1 + ft_rng_below (&rng, FT_OPERATOR_COUNT - 1);
    unsigned bytes = 1 + ft_rng_below (&rng, 8);
    uint64_t words[2], result = 0;
    ft_smt *smt = ft_smt_new (60);
    ft_term terms[2];
    for (int k = 0; k < 2; k++) {
      words[k] = values[ft_rng_below (&rng, sizeof values / sizeof *values)];
      terms[k] = ft_smt_word_of (smt, words[k]);
    }
    enum ft_defined d = ft_operator_apply (op, bytes, words, &result);
    if (ft_operator_is_total (op))
      assert_int_equal (d, FT_DEFINED);
    ft_applied a = ft_smt_apply (smt, op, bytes, terms);
    ft_term same = ft_smt_equal (smt, a.word, ft_smt_word_of (smt, result));
    if (d == FT_DEFINED)
      same = ft_smt_and (smt, 2, (ft_term[]){same, a.defined});
    else
      same = ft_smt_not (smt, a.defined);
    ft_smt_assert (smt, ft_smt_not (smt, same));
    if (ft_smt_check (smt) != FT_UNSAT)
      fail_msg ("%s of %llx and %llx in %u bytes: %llx, %s",
                ft_operator_name (op), (unsigned long long)words[0],
                (unsigned long long)words[1], bytes, (unsigned long long)result,
                d == FT_DEFINED ? "defined" : "undefined");
    ft_smt_free (smt);
  }
}

// ---- the paper -----------------------------------------------------------

static void expect (const char *file, ft_id a, ft_id b, enum ft_model model,
                    enum ft_verdict verdict) {
  ft_error error = FT_NO_ERROR;
  char path[200];
  snprintf (path, sizeof path, "tests/traces/recipe/%s", file);
  ft_trace *trace =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_string_equal (error.message, "");
  ft_facts *facts = ft_facts_new (trace);
  ft_outcome o = ask (facts, a, b, model);
  if (o.verdict != verdict)
    print_error ("%s (%u, %u): %s: %s\n", file, a, b,
                 ft_verdict_name (o.verdict), ft_strbuf_text (&o.reason));
  assert_int_equal (o.verdict, verdict);
  if (verdict == FT_CERTIFIED)
    assert_int_equal (o.model, model);
  ft_outcome_release (&o);
  ft_facts_free (facts);
  ft_trace_free (trace);
}

// Figure 1: lines 2 and 5 race if line 4 reads from line 1.
static void figure_1 (void **state) {
  (void)state;
  expect ("figure-1.jsonl", 4, 8, FT_MODEL_MCM, FT_REFUTED);
  expect ("figure-1.jsonl", 4, 8, FT_MODEL_VALUE, FT_CERTIFIED);
}

// What the strict model refutes stays refuted under it, and the reason says
// that the relaxed one gave up.
static void open_under_value (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  ft_trace *trace = ft_trace_read ("tests/traces/recipe/figure-1.jsonl",
                                   (ft_read_options){0}, NULL, NULL, &error);
  assert_non_null (trace);
  ft_facts *facts = ft_facts_new (trace);
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.model = FT_MODEL_VALUE;
  options.memory = 16;
  ft_certifier *c = ft_certifier_new (facts, &options, NULL);
  ft_outcome o;
  ft_certify (c, (ft_id[]){4, 8}, 60, &o);
  assert_int_equal (o.verdict, FT_REFUTED);
  assert_int_equal (o.model, FT_MODEL_MCM);
  assert_non_null (strstr (ft_strbuf_text (&o.reason), "it stays open: its "
                                                       "constraints do not"));
  ft_outcome_release (&o);
  ft_certifier_free (c);
  ft_facts_free (facts);
  ft_trace_free (trace);
}

// Figure 2: e8 may read from e1, so that e2 and e11 race.
static void figure_2 (void **state) {
  (void)state;
  expect ("figure-2.jsonl", 4, 13, FT_MODEL_MCM, FT_REFUTED);
  expect ("figure-2.jsonl", 4, 13, FT_MODEL_VALUE, FT_CERTIFIED);
}

// Figure 3, with a variable that T1 writes between e3 and e4 and T2 reads
// before and after e7: e6 may read from e3, but then e7 is not reached, as it
// is an access to another object.
static void figure_3 (void **state) {
  (void)state;
  expect ("figure-3.jsonl", 5, 9, FT_MODEL_MCM, FT_CERTIFIED);
  expect ("figure-3.jsonl", 5, 11, FT_MODEL_VALUE, FT_REFUTED);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (operators),        cmocka_unit_test (modelled),
      cmocka_unit_test (partly_modelled),  cmocka_unit_test (figure_1),
      cmocka_unit_test (figure_2),         cmocka_unit_test (figure_3),
      cmocka_unit_test (open_under_value),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
