// The consequence of a race, judged by outcomes that are made by hand.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "replay/judge.h"

static void add (ft_order_outcomes *o, enum ft_consequence_class class) {
  ft_continued x = {.class = class, .round = o->tried};
  ft_strbuf_add (&x.ended, "%s",
                 class == FT_CONSEQUENCE_NONE ? "exit status 0" : "SIGSEGV");
  FT_PUSH (o->all, x);
  o->tried++;
}

static ft_consequence judge (ft_order_outcomes o[2]) {
  ft_consequence c = {0};
  ft_consequence_judge (&c, o, 2);
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
  assert_true (c.known);
  assert_int_equal (c.class, FT_CONSEQUENCE_NOT_TRIED);
  assert_non_null (strstr (c.text, "not tried"));
  ft_consequence_release (&c);
}

// An order of which the replays were made and did not come to the race.
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

// An order of which the only continuation was killed too early to be called a
// hang.
static void unsure_order_is_unknown (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 1, .unsure = true}};
  add (o, FT_CONSEQUENCE_NONE);
  ft_consequence c = judge (o);
  assert_int_equal (c.class, FT_CONSEQUENCE_NOT_TRIED);
  ft_consequence_release (&c);
}

static void nothing_tried_is_unknown (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 0}};
  ft_consequence c = judge (o);
  assert_true (c.known);
  assert_int_equal (c.class, FT_CONSEQUENCE_NOT_TRIED);
  ft_consequence_release (&c);
}

// No difference in fewer continuations than asked for says so.
static void few_continuations_are_counted (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 0}};
  add (o, FT_CONSEQUENCE_NONE);
  add (o, FT_CONSEQUENCE_NONE);
  add (o + 1, FT_CONSEQUENCE_NONE);
  ft_consequence c = judge (o);
  assert_int_equal (c.class, FT_CONSEQUENCE_NONE);
  assert_true (ft_consequence_is_brief (&c));
  assert_non_null (strstr (c.text, "in 2 and 1 of 2 and 2 continuations"));
  ft_consequence_release (&c);
}

static void all_continuations_are_not_brief (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 0}};
  for (int i = 0; i < 4; i++)
    add (o + i % 2, FT_CONSEQUENCE_NONE);
  ft_consequence c = judge (o);
  assert_int_equal (c.class, FT_CONSEQUENCE_NONE);
  assert_false (ft_consequence_is_brief (&c));
  assert_non_null (strstr (c.text, "in 2 and 2 continuations"));
  ft_consequence_release (&c);
}

static ft_consequence judge_rounds (const char *first, const char *second,
                                    bool frees) {
  ft_order_outcomes o[2] = {{.frees = frees}, {.frees = frees}};
  const char *rounds[2] = {first, second};
  for (int k = 0; k < 2; k++)
    for (const char *p = rounds[k]; *p; p++)
      add (o + k, *p == 'x' ? FT_CONSEQUENCE_CRASH : FT_CONSEQUENCE_NONE);
  return judge (o);
}

// 'x' is a continuation that crashes, '.' one that does not: a crash is the
// consequence of the race if the order decides it in a round.
static void crash_of_both_orders_is_no_consequence (void **state) {
  (void)state;
  static const struct {
    const char *first, *second;
    bool frees;
    enum ft_consequence_class class;
    bool in_both; // the text names a crash of both orders
  } cases[] = {
      {"xx", "xx", false, FT_CONSEQUENCE_NONE, true},
      {"x.", "x.", false, FT_CONSEQUENCE_NONE, true},
      {"xx", "x", false, FT_CONSEQUENCE_NONE, true},
      {"xx", "..", false, FT_CONSEQUENCE_CRASH, false},
      {"xx", "x.", false, FT_CONSEQUENCE_CRASH, false},
      {"x.", ".x", false, FT_CONSEQUENCE_CRASH, false},
      {"x", "", false, FT_CONSEQUENCE_CRASH, false},
      {"xx", "xx", true, FT_CONSEQUENCE_CRASH, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ft_consequence c =
        judge_rounds (cases[i].first, cases[i].second, cases[i].frees);
    assert_int_equal (c.class, cases[i].class);
    assert_int_equal (strstr (c.text, "seen in both orders: SIGSEGV") != NULL,
                      cases[i].in_both);
    ft_consequence_release (&c);
  }
}

static void crash_at_the_race_counts_in_both_orders (void **state) {
  (void)state;
  ft_order_outcomes o[2] = {{.tried = 0}, {.tried = 0}};
  for (int i = 0; i < 4; i++) {
    add (o + i % 2, FT_CONSEQUENCE_CRASH);
    FT_TOP (o[i % 2].all).own = true;
  }
  ft_consequence c = judge (o);
  assert_int_equal (c.class, FT_CONSEQUENCE_CRASH);
  ft_consequence_release (&c);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (untried_order_is_unknown),
      cmocka_unit_test (unreached_order_is_one),
      cmocka_unit_test (crash_of_one_order_counts),
      cmocka_unit_test (unsure_order_is_unknown),
      cmocka_unit_test (nothing_tried_is_unknown),
      cmocka_unit_test (few_continuations_are_counted),
      cmocka_unit_test (all_continuations_are_not_brief),
      cmocka_unit_test (crash_of_both_orders_is_no_consequence),
      cmocka_unit_test (crash_at_the_race_counts_in_both_orders),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
