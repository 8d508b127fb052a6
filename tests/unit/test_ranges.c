// Ranges against a plain array, over a small span of words so that they meet.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/ranges.h"
#include "tests/model/rng.h"

enum { words = 64, steps = 200, rounds = 300 };

typedef struct slow {
  ft_id owner[words]; // the range that holds each word
  ft_id next;
} slow;

static ft_id slow_overlap (const slow *s, unsigned first, unsigned last) {
  for (unsigned word = last + 1; word-- > first;)
    if (s->owner[word] != FT_NO_ID)
      return s->owner[word];
  return FT_NO_ID;
}

static void insert (ft_ranges *r, slow *s, unsigned first, unsigned last) {
  ft_ranges_insert (r, first, last, s->next);
  for (unsigned word = first; word <= last; word++)
    s->owner[word] = s->next;
  s->next++;
}

static void erase (ft_ranges *r, slow *s, ft_id id) {
  unsigned first = 0;
  while (s->owner[first] != id)
    first++;
  ft_ranges_remove (r, first);
  for (unsigned word = first; word < words && s->owner[word] == id; word++)
    s->owner[word] = FT_NO_ID;
}

static void agrees_with_an_array (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < rounds; seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_ranges r = {0};
    slow s = {.next = 0};
    for (unsigned word = 0; word < words; word++)
      s.owner[word] = FT_NO_ID;
    for (unsigned step = 0; step < steps; step++) {
      unsigned first = ft_rng_below (&rng, words);
      unsigned last = first + ft_rng_below (&rng, (words - first + 7) / 8);
      ft_id expected = slow_overlap (&s, first, last);
      if (ft_ranges_overlap (&r, first, last) != expected)
        fail_msg ("seed %u, step %u", (unsigned)seed, step);
      assert_int_equal (ft_ranges_find (&r, first), s.owner[first]);
      if (expected == FT_NO_ID)
        insert (&r, &s, first, last);
      else if (ft_rng_percent (&rng, 50))
        erase (&r, &s, expected);
    }
    ft_ranges_release (&r);
  }
}

static void reaches_both_ends (void **state) {
  (void)state;
  ft_ranges r = {0};
  assert_int_equal (ft_ranges_find (&r, 0), FT_NO_ID);
  ft_ranges_insert (&r, 0, 0, 7);
  ft_ranges_insert (&r, UINT64_MAX, UINT64_MAX, 8);
  assert_int_equal (ft_ranges_find (&r, 0), 7);
  assert_int_equal (ft_ranges_find (&r, 1), FT_NO_ID);
  assert_int_equal (ft_ranges_find (&r, UINT64_MAX), 8);
  assert_int_equal (ft_ranges_overlap (&r, 0, UINT64_MAX), 8);
  ft_ranges_release (&r);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (agrees_with_an_array),
      cmocka_unit_test (reaches_both_ends),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
