// Straight-line programs: what a bad one is refused for, and positions against
// expansion by recursion, on random ones.
//
// TRACES=n in the environment runs n random grammars.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "format/slp.h"
#include "grammar/slp_uses.h"
#include "tests/model/rng.h"

// The terminal at a position before the end.
static uint32_t terminal_at (const ft_slp *slp, uint64_t position) {
  ft_slp_cursor cursor = {.slp = slp};
  ft_slp_seek (&cursor, position);
  uint32_t terminal = ft_slp_next (&cursor);
  ft_slp_cursor_release (&cursor);
  return terminal;
}

typedef FT_STACK (uint32_t) terminals;

static void expand (const ft_slp *slp, uint32_t symbol, terminals *to) {
  uint32_t n = ft_slp_number (symbol);
  if (!ft_slp_is_rule (symbol)) {
    FT_PUSH (*to, n);
    return;
  }
  const ft_production *rule = slp->rules.begin + n;
  for (size_t i = rule->first; i < rule->first + rule->count; i++)
    for (uint64_t k = 0; k < slp->items.begin[i].times; k++)
      expand (slp, slp->items.begin[i].symbol, to);
}

static ft_slp random_slp (ft_rng *rng, uint32_t rules) {
  ft_slp slp = {0};
  ft_event e = FT_EVENT_NONE;
  for (int t = 0; t < 5; t++)
    ft_slp_add (&slp, &e);
  for (uint32_t r = 0; r < rules; r++) {
    if (r)
      ft_slp_item (&slp, FT_SLP_RULE (r - 1), 1);
    for (uint32_t i = ft_rng_below (rng, 4) + !r; i; i--)
      ft_slp_item (&slp,
                   r && ft_rng_percent (rng, 30)
                       ? FT_SLP_RULE (ft_rng_below (rng, r))
                       : FT_SLP_TERMINAL (ft_rng_below (rng, 5)),
                   1 + (ft_rng_percent (rng, 20) ? ft_rng_below (rng, 5) : 0));
    ft_slp_rule (&slp);
  }
  return slp;
}

static void check_positions (const ft_slp *slp, const terminals *all) {
  ft_slp_cursor cursor = {.slp = slp};
  ft_slp_seek (&cursor, 0);
  for (size_t i = 0; i < all->size; i++)
    assert_int_equal (ft_slp_next (&cursor), all->begin[i]);
  assert_int_equal (ft_slp_next (&cursor), FT_NO_ID);
  for (size_t i = 0; i < all->size; i += 1 + all->size / 100)
    assert_int_equal (terminal_at (slp, i), all->begin[i]);
  assert_int_equal (terminal_at (slp, all->size), FT_NO_ID);
  ft_slp_cursor_release (&cursor);
}

// The first use of a rule makes there what the rule makes, and is the first.
static void check_first_uses (const ft_slp *slp) {
  uint64_t *first = FT_ARRAY (uint64_t, slp->rules.size);
  ft_slp_first_uses (slp, first);
  for (size_t r = 0; r < slp->rules.size; r++) {
    terminals own = {0};
    expand (slp, FT_SLP_RULE (r), &own);
    assert_int_equal (own.size, slp->rules.begin[r].length);
    for (size_t i = 0; i < own.size; i += 1 + own.size / 20)
      assert_int_equal (terminal_at (slp, first[r] + i), own.begin[i]);
    FT_RELEASE (own);
  }
  free (first);
}

static void positions_are_found_by_descent (void **state) {
  (void)state;
  uint64_t n = getenv ("TRACES") ? strtoull (getenv ("TRACES"), NULL, 10) : 300;
  for (uint64_t seed = 0; seed < n; seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_slp slp = random_slp (&rng, 1 + ft_rng_below (&rng, 9));
    ft_error error = FT_NO_ERROR;
    assert_true (ft_slp_check (&slp, "random", &error));
    if (ft_slp_length (&slp) > 1000000) {
      ft_slp_release (&slp);
      continue;
    }
    terminals all = {0};
    expand (&slp, FT_SLP_RULE (slp.rules.size - 1), &all);
    assert_int_equal (all.size, ft_slp_length (&slp));
    check_positions (&slp, &all);
    check_first_uses (&slp);
    FT_RELEASE (all);
    ft_slp_release (&slp);
  }
}

static void refuse (ft_slp *slp, const char *what) {
  ft_error error = FT_NO_ERROR;
  assert_false (ft_slp_check (slp, "t.ftz", &error));
  assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
  assert_string_equal (error.message, what);
  ft_slp_release (slp);
}

// A grammar of one terminal and these items for rules of two items each.
static ft_slp two_by_two (const ft_production_item *items, size_t rules) {
  ft_slp slp = {0};
  ft_event e = FT_EVENT_NONE;
  ft_slp_add (&slp, &e);
  for (size_t i = 0; i < 2 * rules; i++) {
    ft_slp_item (&slp, items[i].symbol, items[i].times);
    if (i % 2)
      ft_slp_rule (&slp);
  }
  return slp;
}

static void bad_grammars_are_refused (void **state) {
  (void)state;
  const ft_production_item a = {FT_SLP_TERMINAL (0), 1}, r0 = {FT_SLP_RULE (0), 1};
  ft_slp cycle = two_by_two ((ft_production_item[]){a, r0}, 1);
  refuse (&cycle, "t.ftz: grammar: rule 0, item 1: expected an earlier rule");
  ft_slp missing = two_by_two ((ft_production_item[]){a, {FT_SLP_TERMINAL (1), 1}}, 1);
  refuse (&missing, "t.ftz: grammar: rule 0, item 1: expected a terminal that "
                    "there is");
  ft_slp never = two_by_two ((ft_production_item[]){a, {a.symbol, 0}}, 1);
  refuse (&never, "t.ftz: grammar: rule 0, item 1: repeated 0 times");
  ft_slp unused = two_by_two ((ft_production_item[]){a, a, a, a}, 2);
  refuse (&unused, "t.ftz: grammar: rule 0, item 0: rule is never used");
  ft_slp huge =
      two_by_two ((ft_production_item[]){a, a, r0, {r0.symbol, UINT64_MAX / 2}}, 2);
  refuse (&huge, "t.ftz: grammar: rule 1, item 1: more than 2^64 events");
  ft_slp empty = {0};
  ft_slp_rule (&empty);
  refuse (&empty, "t.ftz: grammar: rule 0, item 0: expected an item, found "
                  "none");
}

static void long_loops_have_their_length (void **state) {
  (void)state;
  const ft_production_item a = {FT_SLP_TERMINAL (0), 1};
  ft_production_item loop = {FT_SLP_RULE (0), UINT64_MAX / 2 - 1};
  ft_slp slp = two_by_two ((ft_production_item[]){a, a, loop, a}, 2);
  ft_error error = FT_NO_ERROR;
  assert_true (ft_slp_check (&slp, "t.ftz", &error));
  assert_true (ft_slp_length (&slp) == UINT64_MAX - 2);
  assert_int_equal (terminal_at (&slp, UINT64_MAX - 3), 0);
  assert_int_equal (terminal_at (&slp, UINT64_MAX - 2), FT_NO_ID);
  ft_slp_release (&slp);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (positions_are_found_by_descent),
      cmocka_unit_test (bad_grammars_are_refused),
      cmocka_unit_test (long_loops_have_their_length),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
