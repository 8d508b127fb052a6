// The path model: random programs whose branches have both sides in the trace,
// against an interpreter that runs all their schedules (tests/model/program.h).
// FT_SEED and FT_ROUNDS repeat or extend them.  Examples: test_path_examples.c.

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
#include "format/writer.h"

static uint64_t number (const char *name, uint64_t otherwise) {
  const char *text = getenv (name);
  return text ? strtoull (text, NULL, 10) : otherwise;
}

// A usual run tries a third of them, 'make fuzz' (FT_LONG=1) all.
static uint64_t rounds (uint64_t full) {
  return number ("FT_ROUNDS", getenv ("FT_QUICK")  ? full / 10
                              : getenv ("FT_LONG") ? full
                                                   : full / 3);
}

typedef struct counts {
  size_t programs, undefined, large, sides, pairs, by[FT_MODEL_COUNT];
  size_t undecided;
} counts;

typedef struct comparison {
  ft_program program;
  const ft_trace *trace;
  ft_facts *facts;
  ft_certifier *certifiers[FT_MODEL_COUNT];
  ft_check_options options[FT_MODEL_COUNT];
  bool *races, *certified; // by steps
  bool exact;
  uint64_t seed;
  counts *counts;
} comparison;

static void complain (const comparison *x, ft_id a, ft_id b,
                      const ft_outcome *o, const char *what) {
  ft_error error = FT_NO_ERROR;
  const char *path = "test_paths-failure.jsonl";
  ft_trace_write (x->trace, path, NULL, &error);
  fail_msg ("FT_SEED=%llu: (%u, %u): %s under %s (%s): %s; kept as %s",
            (unsigned long long)x->seed, a, b, ft_verdict_name (o->verdict),
            ft_model_name (o->model), ft_strbuf_text (&o->reason), what, path);
}

static size_t cell (const comparison *x, ft_id a, ft_id b) {
  return (size_t)x->program.step_of.begin[a] * FT_PROGRAM_ALL +
         x->program.step_of.begin[b];
}

// What certifies under a model certifies under the more relaxed ones, and no
// model certifies what the program cannot do.
static void compare_pair (comparison *x, ft_id a, ft_id b) {
  bool stricter = false;
  for (int m = 0; m < FT_MODEL_COUNT; m++) {
    ft_outcome o;
    if (m < FT_MODEL_PATH && x->seed % 4)
      continue;
    ft_certify (x->certifiers[m], (ft_id[]){a, b}, 60, &o);
    bool certified = o.verdict == FT_CERTIFIED;
    if (o.cause == FT_CAUSE_REFUSED || o.open_cause == FT_CAUSE_REFUSED)
      complain (x, a, b, &o, "the checker refused it");
    if (certified && !x->races[cell (x, a, b)])
      complain (x, a, b, &o, "but no schedule has the race");
    if (stricter && !certified)
      complain (x, a, b, &o, "but a stricter model certifies it");
    if (m == FT_MODEL_PATH) {
      x->counts->by[o.model] += certified;
      x->counts->undecided +=
          o.verdict == FT_UNDECIDED || o.left_open != FT_MODEL_MCM;
      x->certified[cell (x, a, b)] |= certified;
      x->certified[cell (x, b, a)] |= certified;
    }
    stricter |= certified;
    ft_outcome_release (&o);
  }
  x->counts->pairs++;
}

// With everything in the trace each race of the program is found.
static void find_missed (const comparison *x) {
  for (size_t i = 0; i < FT_PROGRAM_ALL * FT_PROGRAM_ALL; i++)
    if (x->races[i] && !x->certified[i]) {
      ft_outcome o = {.verdict = FT_REFUTED};
      complain (x, (ft_id)(i / FT_PROGRAM_ALL), (ft_id)(i % FT_PROGRAM_ALL), &o,
                "steps that race in some schedule");
    }
}

static void compare_trace (comparison *x) {
  ft_id all = x->trace->size + x->trace->altpath_events;
  x->facts = ft_facts_new (x->trace);
  for (int m = 0; m < FT_MODEL_COUNT; m++) {
    x->options[m] = FT_CHECK_DEFAULTS;
    x->options[m].model = (enum ft_model)m;
    x->certifiers[m] = ft_certifier_new (x->facts, x->options + m, NULL);
  }
  for (ft_id a = 0; a < all; a++)
    for (ft_id b = a + 1; b < all; b++)
      if (ft_event_conflicts (x->trace->events + a, x->trace->events + b))
        compare_pair (x, a, b);
  if (x->exact)
    find_missed (x);
  for (int m = 0; m < FT_MODEL_COUNT; m++)
    ft_certifier_free (x->certifiers[m]);
  ft_facts_free (x->facts);
}

static void compare_program (uint64_t seed, unsigned hidden, counts *n) {
  ft_rng rng = ft_rng_init (seed);
  comparison x = {.exact = !hidden, .seed = seed, .counts = n};
  ft_program_random_branching (&x.program, &rng, hidden);
  ft_trace *trace = ft_program_record (&x.program, &rng);
  x.trace = trace;
  x.races = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
  x.certified = FT_ARRAY (bool, FT_PROGRAM_ALL *FT_PROGRAM_ALL);
  if (!trace)
    n->undefined++;
  else if (trace->altpath_events > 60 ||
           !ft_program_races (&x.program, x.races))
    n->large++;
  else {
    n->programs++;
    n->sides += trace->altpath_events;
    compare_trace (&x);
  }
  free (x.races);
  free (x.certified);
  ft_trace_free (trace);
  ft_random_program_release (&x.program);
}

static void compare_programs (const char *name, unsigned hidden,
                              uint64_t count) {
  counts n = {0};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + count; seed++)
    compare_program (seed, hidden, &n);
  print_message ("# %s: %zu programs (%zu more undefined, %zu too large), %zu "
                 "events of alternatives, %zu pairs; certified by mcm %zu, "
                 "value %zu, path %zu; %zu undecided\n",
                 name, n.programs, n.undefined, n.large, n.sides, n.pairs,
                 n.by[FT_MODEL_MCM], n.by[FT_MODEL_VALUE], n.by[FT_MODEL_PATH],
                 n.undecided);
  assert_true (count < 100 || n.by[FT_MODEL_PATH] > 0);
}

static void modelled (void **state) {
  (void)state;
  compare_programs ("modelled", 0, rounds (1900));
}

static void partly_modelled (void **state) {
  (void)state;
  compare_programs ("partly modelled", 25, rounds (700));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (modelled),
      cmocka_unit_test (partly_modelled),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
