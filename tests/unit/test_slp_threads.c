// The rules of threads on grammars against the validator on what they make.
// FT_SEED and FT_ROUNDS repeat or extend it.

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "grammar/slp_threads.h"
#include "tests/model/random_grammar.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "trace/validate.h"

static size_t good, bad;

// Reads, forks and joins, in any order; some times in a row.
static ft_trace *random_events (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_trace *t = ft_trace_new ("threads", "std");
  uint32_t threads = 2 + ft_rng_below (&rng, 3);
  for (uint32_t i = 1 + ft_rng_below (&rng, 12); i; i--) {
    ft_event e = FT_EVENT_NONE;
    uint32_t what = ft_rng_below (&rng, 10);
    e.kind = what < 6 ? FT_READ : what < 8 ? FT_FORK : FT_JOIN;
    e.thread = ft_rng_below (&rng, threads);
    e.target = ft_rng_below (&rng, threads);
    for (uint32_t k = ft_rng_below (&rng, 3); k < 3; k++)
      ft_model_push (t, e);
  }
  return t;
}

static bool is_valid (const ft_trace *t) {
  ft_notes notes = {0};
  ft_strbuf why = {0};
  ft_validator *v = ft_validator_new (&t->tables, &notes);
  bool valid = true;
  for (ft_id i = 0; i < t->size && valid; i++) {
    ft_event e = t->events[i];
    valid = !ft_validator_step (v, &e, "threads", i, &why);
  }
  ft_validator_free (v);
  ft_notes_release (&notes);
  ft_strbuf_release (&why);
  return valid;
}

static bool disagrees (const ft_trace *t, void *seed) {
  ft_error error = FT_NO_ERROR;
  ft_slp slp = ft_random_slp (*(uint64_t *)seed, t);
  bool valid = is_valid (t);
  bool fine = ft_slp_check_threads (&slp, &t->tables, "threads", &error);
  assert_int_equal (fine, error.code == 0);
  *(valid ? &good : &bad) += 1;
  ft_slp_release (&slp);
  return fine != valid;
}

static void compare (ft_trace *t, uint64_t seed) {
  if (disagrees (t, &seed)) {
    ft_trace *small = ft_shrink_trace (t, disagrees, &seed);
    ft_print_trace (stderr, small);
    fail_msg ("seed %" PRIu64, seed);
  }
  ft_trace_free (t);
}

static void any_events_agree (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (20000); seed++)
    compare (random_events (seed), seed);
}

// What happened is fine, whatever else is in it.
static void traces_are_fine (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 20 + seed % 60, o.threads = 4, o.locks = 3, o.variables = 3;
    o = ft_random_features (seed, o);
    o.odd_barriers = false;
    compare (ft_random_trace (seed, &o), seed);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (any_events_agree),
      cmocka_unit_test (traces_are_fine),
  };
  int failed = cmocka_run_group_tests_name ("slp threads", tests, NULL, NULL);
  printf ("%zu traces that can be, %zu that cannot\n", good, bad);
  return failed;
}
