// Sequitur's grammars against their definition: the expansion is the
// sequence, no digram occurs twice, every rule is used twice or repeated.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "grammar/sequitur.h"
#include "tests/model/sequence.h"
#include "tests/unit/rounds.h"

enum { ALPHABET = 12 };

// ---- the definition --------------------------------------------------------

static bool expands (const ft_slp *g, size_t rule, const ft_sequence *s,
                     size_t *at) {
  const ft_production *r = g->rules.begin + rule;
  for (size_t i = r->first; i < r->first + r->count; i++)
    for (uint64_t n = g->items.begin[i].times; n; n--) {
      uint32_t symbol = g->items.begin[i].symbol;
      if (ft_slp_is_rule (symbol)) {
        if (!expands (g, ft_slp_number (symbol), s, at))
          return false;
      } else if (*at == s->size || s->begin[(*at)++] != ft_slp_number (symbol))
        return false;
    }
  return true;
}

static bool same (const ft_production_item *a, const ft_production_item *b) {
  return a->symbol == b->symbol && a->times == b->times;
}

// Whether the item has a neighbour after it in its rule.
static bool *mark_digrams (const ft_slp *g) {
  bool *digram = calloc (g->items.size + 1, sizeof *digram);
  assert_non_null (digram);
  for (size_t i = 0; i < g->rules.size; i++)
    for (size_t k = 0; k + 1 < g->rules.begin[i].count; k++)
      digram[g->rules.begin[i].first + k] = true;
  return digram;
}

static const char *find_digram (const ft_slp *g) {
  bool *digram = mark_digrams (g);
  const ft_production_item *items = g->items.begin;
  const char *wrong = NULL;
  for (size_t i = 0; i < g->items.size; i++) {
    if (digram[i] && items[i].symbol == items[i + 1].symbol)
      wrong = "equal neighbours";
    for (size_t k = 0; k < i && digram[i]; k++)
      if (digram[k] && same (items + i, items + k) &&
          same (items + i + 1, items + k + 1))
        wrong = "a digram that occurs twice";
  }
  free (digram);
  return wrong;
}

static const char *find_useless (const ft_slp *g) {
  for (size_t i = 0; i < g->items.size; i++) {
    const ft_production_item *item = g->items.begin + i;
    if (ft_slp_is_rule (item->symbol) && item->times == 1 &&
        g->rules.begin[ft_slp_number (item->symbol)].uses < 2)
      return "a rule that is used once";
  }
  for (size_t i = 0; i + 1 < g->rules.size; i++)
    if (g->rules.begin[i].count == 1 &&
        g->items.begin[g->rules.begin[i].first].times == 1)
      return "a rule that is another one";
  return NULL;
}

static const char *find_flaw (ft_slp *g, const ft_sequence *s) {
  size_t at = 0;
  ft_error error;
  for (uint32_t i = 0; i < ALPHABET; i++)
    ft_slp_add (g, &FT_EVENT_NONE);
  if (!ft_slp_check (g, "grammar", &error))
    return "no grammar";
  if (ft_slp_length (g) != s->size)
    return "another length";
  if (s->size && (!expands (g, g->rules.size - 1, s, &at) || at != s->size))
    return "another expansion";
  const char *wrong = find_digram (g);
  return wrong ? wrong : find_useless (g);
}

// ---- random sequences ------------------------------------------------------

// The grammar is looked at once in between: it may be extended afterwards.
static const char *try_sequence (const ft_sequence *s) {
  ft_sequitur *q = ft_sequitur_new ();
  ft_slp g = {0};
  for (size_t i = 0; i < s->size; i++) {
    ft_sequitur_push (q, s->begin[i]);
    if (i == s->size * 2 / 3)
      ft_sequitur_grammar (q, &g);
  }
  ft_sequitur_grammar (q, &g);
  const char *wrong = find_flaw (&g, s);
  ft_slp_release (&g);
  ft_sequitur_free (q);
  return wrong;
}

static bool fails (const ft_sequence *s) {
  return try_sequence (s);
}

static void tell (uint64_t seed, ft_sequence *s) {
  ft_shrink_sequence (s, fails);
  print_message ("seed %llu: %s:", (unsigned long long)seed, try_sequence (s));
  for (size_t i = 0; i < s->size; i++)
    print_message (" %u", s->begin[i]);
  fail_msg ("seed %llu", (unsigned long long)seed);
}

static void random_sequences (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (4000); seed++) {
    ft_rng rng = ft_rng_init (seed);
    uint32_t alphabet = 1 + ft_rng_below (&rng, seed % 2 ? 4 : ALPHABET);
    size_t least = ft_rng_below (&rng, seed % 50 ? 120 : 1000);
    ft_sequence s = ft_random_sequence (&rng, least, alphabet);
    if (fails (&s))
      tell (seed, &s);
    FT_RELEASE (s);
  }
}

// All sequences of up to nine letters out of three.
static void short_sequences (void **state) {
  (void)state;
  uint32_t letters[9];
  for (size_t n = 0, count = 1; n <= 9; n++, count *= 3)
    for (size_t code = 0; code < count; code++) {
      size_t rest = code;
      for (size_t i = 0; i < n; i++, rest /= 3)
        letters[i] = (uint32_t)(rest % 3);
      ft_sequence s = {letters, n, n};
      assert_null (try_sequence (&s));
    }
}

// ---- loops -----------------------------------------------------------------

static size_t items_of (ft_sequitur *q) {
  ft_slp g = {0};
  ft_sequitur_grammar (q, &g);
  size_t items = g.items.size;
  ft_slp_release (&g);
  return items;
}

static void loops_take_constant_space (void **state) {
  (void)state;
  ft_sequitur *q = ft_sequitur_new ();
  for (uint32_t round = 0; round < 1000000; round++)
    for (uint32_t i = 0; i < 5; i++)
      ft_sequitur_push (q, i);
  assert_int_equal (items_of (q), 6);
  ft_sequitur_clear (q);
  for (uint32_t round = 0; round < 1000; round++) {
    for (uint32_t i = 0; i < 500; i++)
      ft_sequitur_push (q, i % 2);
    ft_sequitur_push (q, 2);
  }
  size_t items = items_of (q);
  if (items > 8)
    fail_msg ("%zu items for a loop in a loop", items);
  ft_sequitur_free (q);
}

static void nothing_is_no_grammar (void **state) {
  (void)state;
  ft_sequitur *q = ft_sequitur_new ();
  ft_slp g = {0};
  ft_sequitur_grammar (q, &g);
  assert_int_equal (g.rules.size, 0);
  assert_int_equal (ft_slp_length (&g), 0);
  ft_slp_release (&g);
  ft_sequitur_free (q);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_sequences),
      cmocka_unit_test (short_sequences),
      cmocka_unit_test (loops_take_constant_space),
      cmocka_unit_test (nothing_is_no_grammar),
  };
  return cmocka_run_group_tests_name ("sequitur", tests, NULL, NULL);
}
