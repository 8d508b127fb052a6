// Clocks against plain arrays: random raises, copies, joins and comparisons,
// of few threads (one leaf), many, and far apart ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "order/clock.h"

enum { CLOCKS = 6, STEPS = 4000, LIMIT = 1 << 13 };

typedef struct model {
  ft_clock clocks[CLOCKS];
  ft_time *times[CLOCKS]; // the twin: LIMIT entries each
  ft_tid threads;         // ids below this are used
} model;

static bool join_times (ft_time *a, const ft_time *b) {
  bool changed = false;
  for (ft_tid t = 0; t < LIMIT; t++)
    if (b[t] > a[t]) {
      a[t] = b[t];
      changed = true;
    }
  return changed;
}

static bool leq_times (const ft_time *a, const ft_time *b) {
  for (ft_tid t = 0; t < LIMIT; t++)
    if (a[t] > b[t])
      return false;
  return true;
}

static void step (model *m) {
  int i = rand () % CLOCKS, j = rand () % CLOCKS;
  ft_tid t = rand () % m->threads;
  ft_time time = 1 + rand () % 50;
  switch (rand () % 8) {
  case 0:
    ft_clock_release (m->clocks + i);
    for (ft_tid k = 0; k < LIMIT; k++)
      m->times[i][k] = 0;
    break;
  case 1:
    ft_clock_copy (m->clocks + i, m->clocks + j);
    for (ft_tid k = 0; k < LIMIT; k++)
      m->times[i][k] = m->times[j][k];
    break;
  case 2:
  case 3:
    assert_int_equal (ft_clock_join (m->clocks + i, m->clocks + j),
                      join_times (m->times[i], m->times[j]));
    break;
  default:
    ft_clock_raise (m->clocks + i, t, time);
    if (m->times[i][t] < time)
      m->times[i][t] = time;
  }
  assert_int_equal (ft_clock_leq (m->clocks + i, m->clocks + j),
                    leq_times (m->times[i], m->times[j]));
}

static void check_all (const model *m) {
  for (int i = 0; i < CLOCKS; i++)
    for (ft_tid t = 0; t < LIMIT; t++)
      assert_int_equal (ft_clock_at (m->clocks + i, t), m->times[i][t]);
}

static void run (ft_tid threads) {
  model m = {.threads = threads};
  for (int i = 0; i < CLOCKS; i++)
    m.times[i] = FT_ARRAY (ft_time, LIMIT);
  srand (threads);
  for (int i = 0; i < STEPS; i++) {
    step (&m);
    if (i % 100 == 0)
      check_all (&m);
  }
  check_all (&m);
  for (int i = 0; i < CLOCKS; i++) {
    ft_clock_release (m.clocks + i);
    free (m.times[i]);
  }
}

static void few_threads (void **state) {
  (void)state;
  run (3);
  run (16);
}

static void many_threads (void **state) {
  (void)state;
  run (17);
  run (300);
  run (LIMIT);
}

// The largest thread ids need no memory for those below them.
static void far_threads (void **state) {
  (void)state;
  ft_clock a = FT_CLOCK_BOTTOM, b = FT_CLOCK_BOTTOM;
  ft_clock_raise (&a, UINT32_MAX - 1, 7);
  ft_clock_raise (&b, 2, 9);
  assert_int_equal (ft_clock_at (&a, UINT32_MAX - 1), 7);
  assert_int_equal (ft_clock_at (&b, UINT32_MAX - 1), 0);
  assert_false (ft_clock_leq (&a, &b));
  assert_true (ft_clock_join (&a, &b));
  assert_true (ft_clock_leq (&b, &a));
  assert_false (ft_clock_join (&a, &b));
  assert_true (ft_clock_join (&b, &a));
  assert_int_equal (ft_clock_at (&b, UINT32_MAX - 1), 7);
  assert_int_equal (ft_clock_at (&a, 2), 9);
  ft_clock_release (&a);
  ft_clock_release (&b);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (few_threads),
      cmocka_unit_test (many_threads),
      cmocka_unit_test (far_threads),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
