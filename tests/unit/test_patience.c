// How long continuations of races may take.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "replay/patience.h"

static ft_patience patience (void) {
  ft_patience p;
  ft_patience_init (&p, 0.1, 11);
  return p;
}

// Of twenty continuations that never end, all are begun within the time.
static void hangs_leave_time_to_others (void **state) {
  (void)state;
  ft_patience p = patience ();
  double left = 48;
  for (size_t waiting = 20; waiting; waiting--) {
    assert_true (left > 0);
    left -= ft_patience_share (&p, left, waiting);
  }
  assert_true (left > -0.001);
}

// What one does not use is for those behind it.
static void quick_ones_leave_theirs (void **state) {
  (void)state;
  ft_patience p = patience ();
  assert_true (ft_patience_share (&p, 48, 20) < 3);
  assert_true (ft_patience_share (&p, 47, 4) >= 11);
}

static void limits_hold (void **state) {
  (void)state;
  ft_patience p = patience ();
  assert_true (ft_patience_share (&p, 0.01, 20) >= 2);
  assert_true (ft_patience_share (&p, 1e9, 1) <= 11);
  ft_patience_init (&p, 100, 1010);
  assert_true (ft_patience_share (&p, 48, 20) >= 400);
}

// Nothing hangs that is as slow as what ended, and nothing is known of the time
// where nothing ended.
static void hang_is_relative (void **state) {
  (void)state;
  ft_patience p = patience ();
  assert_true (ft_patience_enough (&p) >= 11);
  ft_patience_learn (&p, 0.05);
  assert_true (ft_patience_share (&p, 48, 1) < 6);
  assert_true (ft_patience_enough (&p) < 6);
  ft_patience_learn (&p, 0.9);
  ft_patience_learn (&p, 0.1);
  assert_true (ft_patience_enough (&p) >= 9);
  ft_patience_learn (&p, 5);
  assert_true (ft_patience_enough (&p) <= 11);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (hangs_leave_time_to_others),
      cmocka_unit_test (quick_ones_leave_theirs),
      cmocka_unit_test (limits_hold),
      cmocka_unit_test (hang_is_relative),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
