// Verdicts against enumeration: the figures of the papers, random traces with
// every kind of event, windows, and hard traces where two encodings must
// agree.  FT_SEED and FT_ROUNDS repeat or extend the random ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/differential.h"
#include "model/random_trace.h"
#include "model/shrink.h"
#include "predict/certify.h"
#include "load/open.h"

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

// Fails with the shrunk trace and how to repeat it.
static void expect_agreement (ft_trace *trace, ft_differential *d,
                              uint64_t seed) {
  if (ft_differs (trace, d)) {
    ft_trace *small = ft_shrink_trace (trace, ft_differs, d);
    ft_differs (small, d);
    fprintf (stderr, "FT_SEED=%llu:\n%s", (unsigned long long)seed,
             ft_strbuf_text (&d->why));
    ft_print_trace (stderr, small);
    ft_trace_free (small);
    fail ();
  }
  ft_trace_free (trace);
}

static void print_counts (const char *name, const ft_differential *d) {
  print_message ("# %s: %zu pairs, %zu races; decided by order %zu, graph "
                 "%zu, smt %zu; open %zu; %zu solver calls, %zu "
                 "enumerations incomplete\n",
                 name, d->pairs, d->races, d->by_order, d->by_graph, d->by_smt,
                 d->open, d->solved, d->incomplete);
}

// ---- figures -------------------------------------------------------------

static void check_figure_pair (const char *file, ft_id a, ft_id b, bool race) {
  char path[300];
  snprintf (path, sizeof path, "tests/traces/figures/%s", file);
  ft_error error = FT_NO_ERROR;
  ft_trace *trace =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_string_equal (error.message, "");
  ft_facts *facts = ft_facts_new (trace);
  for (int encoding = 0; encoding < 2; encoding++) {
    ft_check_options options = FT_CHECK_DEFAULTS;
    options.encoding = (enum ft_encoding)encoding;
    ft_certifier *certifier = ft_certifier_new (facts, &options, NULL);
    ft_outcome o;
    ft_certify (certifier, (ft_id[]){a, b}, 60, &o);
    if (o.verdict != (race ? FT_CERTIFIED : FT_REFUTED))
      print_error ("%s (%u, %u): %s: %s\n", file, a, b,
                   ft_verdict_name (o.verdict), ft_strbuf_text (&o.reason));
    assert_int_equal (o.verdict, race ? FT_CERTIFIED : FT_REFUTED);
    ft_outcome_release (&o);
    ft_certifier_free (certifier);
  }
  ft_facts_free (facts);
  ft_trace_free (trace);
}

static void figures (void **state) {
  (void)state;
  FILE *file = fopen ("tests/traces/figures/expected-pairs.tsv", "r");
  assert_non_null (file);
  char line[300], name[200];
  unsigned a, b, hb, wcp, dc, mcm, pairs = 0;
  assert_non_null (fgets (line, sizeof line, file));
  while (fgets (line, sizeof line, file)) {
    assert_int_equal (sscanf (line, "%199s %u %u %u %u %u %u", name, &a, &b,
                              &hb, &wcp, &dc, &mcm),
                      7);
    check_figure_pair (name, a, b, mcm);
    pairs++;
  }
  fclose (file);
  assert_true (pairs > 100);
}

// ---- random traces -------------------------------------------------------

static void agree_on_random (const char *name, ft_random_options options,
                             bool features, ft_differential d, uint64_t count) {
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + count; seed++) {
    ft_random_options o =
        features ? ft_random_features (seed, options) : options;
    expect_agreement (ft_random_trace (seed, &o), &d, seed);
  }
  print_counts (name, &d);
  assert_true (d.races > 0 && d.by_order > 0 && d.by_graph > 0 && d.solved > 0);
}

static void plain (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.locks = 3;
  o.open_sections = true;
  agree_on_random ("plain", o, false, (ft_differential){.max_states = 200000},
                   rounds (600));
}

static void forks (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.threads = 4;
  o.forks = o.joins = o.reentrant = true;
  agree_on_random ("forks", o, false, (ft_differential){.max_states = 200000},
                   rounds (600));
}

static void values (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.values = 2;
  o.unknown = 20;
  o.branches = o.locals = true;
  agree_on_random ("values", o, false, (ft_differential){.max_states = 200000},
                   rounds (600));
}

static void everything (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  agree_on_random ("everything", o, true,
                   (ft_differential){.max_states = 200000}, rounds (1200));
}

// Traces rich in one construct whose rule leaves choices.
static void agree_on_objects (const char *name, ft_random_options o) {
  ft_differential d = {.max_states = 200000};
  uint64_t first = number ("FT_SEED", 1);
  o.events = 24;
  o.forks = o.joins = o.branches = false;
  for (uint64_t seed = first; seed < first + rounds (400); seed++)
    expect_agreement (ft_random_trace (seed, &o), &d, seed);
  print_counts (name, &d);
}

static void barriers (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.barriers = true;
  agree_on_objects ("barriers", o);
  o.odd_barriers = true;
  agree_on_objects ("odd barriers", o);
}

static void semaphores (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.semaphores = true;
  agree_on_objects ("semaphores", o);
}

// Threads that start behind a wait cannot post for it.
static void semaphores_of_forks (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.semaphores = o.forks = true;
  o.threads = 4;
  o.events = 24;
  ft_differential d = {.max_states = 200000};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + rounds (800); seed++)
    expect_agreement (ft_random_trace (seed, &o), &d, seed);
  print_counts ("semaphores of forks", &d);
}

static void conditions (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.conditions = true;
  o.locks = 1;
  agree_on_objects ("conditions", o);
}

static void tries (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.try_failed = o.rwlocks = true;
  agree_on_objects ("tries", o);
}

static void sizes (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.sizes = true;
  o.values = 2;
  o.unknown = 10;
  agree_on_objects ("sizes", o);
}

static void windows (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.open_sections = true;
  agree_on_random ("windows", o, true,
                   (ft_differential){.max_states = 200000, .window = 8},
                   rounds (600));
}

static void hard (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 120;
  o.threads = 5;
  o.locks = 4;
  o.variables = 4;
  o.depth = 3;
  ft_differential d = {.max_pairs = 20};
  uint64_t first = number ("FT_SEED", 1);
  for (uint64_t seed = first; seed < first + rounds (40); seed++)
    expect_agreement (ft_hard_trace (seed, &o), &d, seed);
  print_counts ("hard", &d);
  assert_true (d.by_graph > 0 && d.solved > 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (figures), cmocka_unit_test (plain),
      cmocka_unit_test (forks),   cmocka_unit_test (values),
      cmocka_unit_test (windows), cmocka_unit_test (everything),
      cmocka_unit_test (hard),    cmocka_unit_test (barriers),
      cmocka_unit_test (semaphores), cmocka_unit_test (semaphores_of_forks),
      cmocka_unit_test (conditions),
      cmocka_unit_test (tries),      cmocka_unit_test (sizes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
