// Pairs as C11 defines races, decided by closure, greedy schedules and solver,
// against all correct reorderings of small random traces with happens-before as
// reachability (tests/model/c11_races.h), and both encoders against each other.
// A race that needs another value of an access than recorded is one of sequential
// consistency, too, and is looked for there.
//
// TRACES=n in the environment runs n random traces of each kind.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/model/c11_races.h"
#include "tests/model/c11_traces.h"
#include "tests/model/random_uses.h"
#include "tests/model/shrink.h"

static uint64_t number_of_traces (uint64_t usual) {
  const char *given = getenv ("TRACES");
  usual = getenv ("FT_LONG") ? usual * 50 : getenv ("FT_QUICK") ? usual / 4 : usual;
  return given ? strtoull (given, NULL, 10) : usual;
}

static void compare (ft_c11_differential *d, ft_trace *t, uint64_t seed) {
  if (ft_c11_differs (t, d)) {
    ft_trace *small = ft_shrink_trace (t, ft_c11_differs, d);
    ft_c11_differs (small, d);
    ft_print_trace (stderr, small);
    fail_msg ("seed %llu: %s", (unsigned long long)seed,
              ft_strbuf_text (&d->why));
  }
  ft_trace_free (t);
}

static ft_c11_differential compare_all (ft_trace *(*draw) (uint64_t),
                                        uint64_t n, unsigned encoders) {
  ft_c11_differential d = {.most = 20000};
  for (uint64_t seed = 0; seed < n; seed++) {
    d.encoders = encoders && seed % encoders == 0;
    compare (&d, draw (seed), seed);
  }
  print_message ("%u of %u traces whole; %u race, %u refuted, %u open; "
                 "certified %u by graph, %u by smt; %u disproved; %u races of "
                 "C++20 alone\n",
                 d.whole, (unsigned)n, d.races, d.refuted, d.open, d.by_graph,
                 d.by_smt, d.disproved, d.between);
  assert_true (d.whole > n * 3 / 4 && d.refuted > n / 20 && d.races > n / 2);
  return d;
}

static void memory_orders_decide_as_all_reorderings_do (void **state) {
  (void)state;
  compare_all (ft_c11_trace_of_orders, number_of_traces (700), 25);
}

static void locks_decide_as_all_reorderings_do (void **state) {
  (void)state;
  ft_c11_differential d =
      compare_all (ft_c11_trace_of_locks, number_of_traces (500), 25);
  assert_true (d.disproved || getenv ("FT_QUICK"));
}

static void everything_decides_as_all_reorderings_do (void **state) {
  (void)state;
  compare_all (ft_c11_trace_of_all, number_of_traces (500), 25);
}

// Among the pairs are some whose access is behind the FREE, and many where it cannot be.
static void blocks_decide_as_all_reorderings_do (void **state) {
  (void)state;
  uint64_t n = number_of_traces (700);
  ft_c11_differential d = compare_all (ft_c11_trace_of_blocks, n, 25);
  print_message ("%u pairs with an access behind a FREE, %u refuted with a FREE\n",
                 d.used, d.unused);
  assert_true (d.unused > n / 20 && (d.used || n < 100));
}

static ft_trace *trace_of_uses (uint64_t seed) {
  return ft_random_uses (seed, seed % 3 * 15);
}

static void uses_decide_as_all_reorderings_do (void **state) {
  (void)state;
  compare_all (trace_of_uses, number_of_traces (500), 25);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (memory_orders_decide_as_all_reorderings_do),
      cmocka_unit_test (locks_decide_as_all_reorderings_do),
      cmocka_unit_test (everything_decides_as_all_reorderings_do),
      cmocka_unit_test (blocks_decide_as_all_reorderings_do),
      cmocka_unit_test (uses_decide_as_all_reorderings_do),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
