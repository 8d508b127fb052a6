// The generators give well-formed traces, always the same for a seed, and
// shrinking keeps them well formed and failing.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/model/random_trace.h"
#include "tests/model/shrink.h"

enum { traces = 3000 };

static ft_random_options options (uint64_t seed) {
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 40, o.threads = 4, o.locks = 3, o.variables = 3;
  return ft_random_features (seed, o);
}

static void traces_are_well_formed (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < traces; seed++) {
    ft_random_options o = options (seed);
    ft_trace *trace = ft_random_trace (seed, &o);
    if (!ft_well_formed (trace)) {
      ft_print_trace (stderr, trace);
      fail_msg ("random trace with seed %u is malformed", (unsigned)seed);
    }
    ft_trace_free (trace);
  }
}

static void every_kind_occurs (void **state) {
  (void)state;
  unsigned counts[FT_KIND_COUNT] = {0}, nested = 0, spurious = 0;
  for (uint64_t seed = 0; seed < traces; seed++) {
    ft_random_options o = options (seed);
    ft_trace *trace = ft_random_trace (seed, &o);
    for (ft_id i = 0; i < trace->size; i++) {
      counts[trace->events[i].kind]++;
      nested += !!(trace->events[i].flags & FT_NESTED);
      spurious += !!(trace->events[i].flags & FT_SPURIOUS);
    }
    ft_trace_free (trace);
  }
  for (int kind = 0; kind < FT_KIND_COUNT; kind++)
    if (counts[kind] < 50)
      fail_msg ("%s occurs %u times", ft_kind_name (kind), counts[kind]);
  assert_true (nested > 50);
  assert_true (spurious > 5);
}

static void hard_traces_are_well_formed (void **state) {
  (void)state;
  ft_random_options o = FT_RANDOM_DEFAULTS;
  o.events = 80, o.threads = 4, o.locks = 3, o.variables = 4, o.depth = 3;
  for (uint64_t seed = 0; seed < 200; seed++) {
    ft_trace *trace = ft_hard_trace (seed, &o);
    assert_true (ft_well_formed (trace));
    ft_trace_free (trace);
    trace = ft_figure9_trace (seed, 4, 2);
    assert_true (ft_well_formed (trace));
    ft_id pair[2];
    ft_figure9_pair (trace, pair);
    assert_true (ft_trace_conflict (trace, pair[0], pair[1], NULL));
    ft_trace_free (trace);
  }
}

static void same_seed_same_trace (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 50; seed++) {
    ft_random_options o = options (seed);
    ft_trace *a = ft_random_trace (seed, &o), *b = ft_random_trace (seed, &o);
    assert_int_equal (a->size, b->size);
    assert_memory_equal (a->events, b->events, a->size * sizeof *a->events);
    ft_trace_free (a);
    ft_trace_free (b);
  }
}

// A failure that needs two threads and a held lock.
static bool write_under_lock (const ft_trace *trace, void *context) {
  (void)context;
  for (ft_id i = 1; i < trace->size; i++) {
    const ft_event *a = trace->events + i - 1, *b = trace->events + i;
    if (a->kind == FT_ACQUIRE && b->kind == FT_WRITE &&
        a->thread == b->thread && b->thread)
      return true;
  }
  return false;
}

static void shrinks_to_the_failure (void **state) {
  (void)state;
  unsigned shrunk = 0;
  for (uint64_t seed = 0; seed < 200; seed++) {
    ft_random_options o = options (seed);
    ft_trace *trace = ft_random_trace (seed, &o);
    if (write_under_lock (trace, NULL)) {
      ft_trace *small = ft_shrink_trace (trace, write_under_lock, NULL);
      assert_true (ft_well_formed (small));
      assert_true (write_under_lock (small, NULL));
      assert_true (small->size <= 5); // with release, values: a write, a wake
      ft_trace_free (small);
      shrunk++;
    }
    ft_trace_free (trace);
  }
  assert_true (shrunk > 20);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (traces_are_well_formed),
      cmocka_unit_test (every_kind_occurs),
      cmocka_unit_test (hard_traces_are_well_formed),
      cmocka_unit_test (same_seed_same_trace),
      cmocka_unit_test (shrinks_to_the_failure),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
