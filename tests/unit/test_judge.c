// The consequence of a race, judged by outcomes that are made by hand.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "replay/judge.h"

static void add (ft_order_outcomes *o, enum ft_consequence_class class) {
  ft_continued x = {.class = class};
  ft_strbuf_add (&x.ended, "exit status 0");
  FT_PUSH (o->all, x);
  o->tried++;
}

static ft_consequence judge (ft_order_outcomes o[2]) {
  ft_consequence c = {0};
  ft_consequence_judge (&c, o);
  ft_order_outcomes_release (o);
  ft_order_outcomes_release (o + 1);
  return c;
}

// Time was over after the first order: nothing is known of the other one.
static void untried_order_is_unknown (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 0}};
  add (o, FT_CONSEQUENCE_NONE);
  ft_consequence c = judge (o);
  assert_false (c.known);
  ft_consequence_release (&c);
}

// It was tried, and did not come to the race.
static void unreached_order_is_one (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 1}};
  add (o, FT_CONSEQUENCE_NONE);
  ft_consequence c = judge (o);
  assert_true (c.known);
  assert_int_equal (c.class, FT_CONSEQUENCE_ONE_ORDER);
  ft_consequence_release (&c);
}

// A crash was seen, whatever the other order does.
static void crash_of_one_order_counts (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 0}};
  add (o, FT_CONSEQUENCE_CRASH);
  ft_consequence c = judge (o);
  assert_true (c.known);
  assert_int_equal (c.class, FT_CONSEQUENCE_CRASH);
  ft_consequence_release (&c);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (untried_order_is_unknown),
      cmocka_unit_test (unreached_order_is_one),
      cmocka_unit_test (crash_of_one_order_counts),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
