// Writes without a value: what a check calls impossible in a trace that does not
// tell the values of some writes is no race of the trace that tells them, by
// enumeration of all its reorderings.
//
// TRACES=n in the environment runs n random traces.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "predict/check.h"
#include "tests/model/enumerate.h"
#include "tests/model/random_trace.h"
#include "tests/model/rng.h"
#include "tests/model/shrink.h"

static size_t races, refuted, open, hidden;

static ft_trace *copy_of (const ft_trace *trace) {
  bool *keep = FT_ARRAY (bool, trace->size + 1);
  memset (keep, true, trace->size);
  ft_trace *t = ft_copy_trace (trace, keep);
  free (keep);
  return t;
}

// Half of the writes, the same ones of a trace that has become smaller.
static ft_trace *hide (const ft_trace *trace) {
  ft_trace *t = copy_of (trace);
  for (ft_id i = 0; i < t->size; i++) {
    ft_event *e = t->events + i;
    ft_rng rng = ft_rng_init (e->value * 31 + e->target * 7 + e->thread);
    if ((e->kind == FT_WRITE || e->kind == FT_ATOMIC_WRITE) &&
        e->flags & FT_HAS_VALUE && ft_rng_percent (&rng, 50))
      e->flags &= (uint8_t)~FT_HAS_VALUE, e->value = 0, hidden++;
  }
  return t;
}

static bool differs (const ft_trace *full, void *context) {
  (void)context;
  ft_enumeration *all = ft_enumerate (full, 20000);
  ft_trace *t = hide (full);
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_results r;
  bool wrong = false;
  options.all_pairs = true;
  options.jobs = 1;
  ft_check (t, &options, &r);
  for (size_t i = 0; i < r.size; i++) {
    const ft_enumerated *p =
        ft_enumeration_find (all, r.races[i].pair[0], r.races[i].pair[1]);
    bool race = p && p->race;
    races += race;
    refuted += r.races[i].verdict == FT_REFUTED;
    open += r.races[i].verdict == FT_UNDECIDED;
    wrong |= race && r.races[i].verdict == FT_REFUTED;
  }
  ft_results_release (&r);
  ft_trace_free (t);
  ft_enumeration_free (all);
  return wrong;
}

static void refutations_hold_whatever_was_written (void **state) {
  (void)state;
  const char *given = getenv ("TRACES");
  uint64_t n = given ? strtoull (given, NULL, 10) : getenv ("FT_QUICK") ? 200 : 800;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 14;
    o.threads = 3;
    o.variables = 3;
    o.values = 3;
    o.branches = seed % 2;
    o.sizes = seed % 8 == 5;
    o.atomics = seed % 4 == 2;
    ft_trace *t = ft_random_trace (seed, &o);
    if (differs (t, NULL)) {
      ft_trace *small = ft_shrink_trace (t, differs, NULL);
      ft_print_trace (stderr, small);
      fail_msg ("seed %llu: a race is called impossible",
                (unsigned long long)seed);
    }
    ft_trace_free (t);
  }
  print_message ("%zu writes without a value; %zu pairs race, %zu refuted, %zu open\n",
                 hidden, races, refuted, open);
  assert_true (hidden > n && races > n && refuted > n / 4 && open > n / 12);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (refutations_hold_whatever_was_written),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
