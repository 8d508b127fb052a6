// Interned strings against a list that is searched from its beginning.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "tests/model/rng.h"

enum { ROUNDS = 200, STRINGS = 300, LONGEST = 40 };

// Few letters, so that strings are often equal or nearly so.
static size_t random_string (ft_rng *rng, char s[LONGEST + 16]) {
  size_t n = ft_rng_below (rng, ft_rng_percent (rng, 70) ? 20 : LONGEST);
  memset (s, 'z', LONGEST + 16); // what follows does not matter
  for (size_t i = 0; i < n; i++)
    s[i] = ft_rng_percent (rng, 80) ? 'a' : "b\xff"[ft_rng_below (rng, 2)];
  return n;
}

static ft_id find (char list[][LONGEST + 1], ft_id size, const char *s,
                   size_t n) {
  ft_id id = 0;
  while (id < size && (strlen (list[id]) != n || memcmp (list[id], s, n)))
    id++;
  return id;
}

static void round_of (uint64_t seed) {
  ft_rng rng = ft_rng_init (seed);
  ft_intern table = {0};
  static char list[STRINGS][LONGEST + 1];
  ft_id size = 0;
  for (unsigned i = 0; i < STRINGS; i++) {
    char s[LONGEST + 16];
    size_t n = random_string (&rng, s);
    ft_id expected = find (list, size, s, n);
    ft_id before = ft_intern_find (&table, s, n);
    ft_intern_key key = ft_intern_key_of (s, n);
    if (before != (expected == size ? FT_NO_ID : expected) ||
        before != ft_intern_find_key (&table, key, s, n) ||
        expected != (i & 1 ? ft_intern_add (&table, s, n)
                           : ft_intern_add_key (&table, key, s, n)))
      fail_msg ("seed %llu, string %u", (unsigned long long)seed, i);
    if (expected == size) {
      memcpy (list[size], s, n);
      list[size++][n] = 0;
    }
  }
  assert_int_equal (ft_intern_size (&table), size);
  for (ft_id id = 0; id < size; id++)
    assert_string_equal (ft_intern_name (&table, id), list[id]);
  ft_intern_release (&table);
}

static void names_are_found_again (void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < ROUNDS; seed++)
    round_of (seed);
}

static void nothing_is_in_an_empty_table (void **state) {
  (void)state;
  ft_intern table = {0};
  assert_int_equal (ft_intern_find (&table, "x", 1), FT_NO_ID);
  assert_int_equal (ft_intern_find (&table, "", 0), FT_NO_ID);
  assert_int_equal (ft_intern_add (&table, "", 0), 0);
  assert_int_equal (ft_intern_find (&table, "", 0), 0);
  ft_intern_release (&table);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (names_are_found_again),
      cmocka_unit_test (nothing_is_in_an_empty_table),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
