// Longer inputs: numbers, words and lines, within what may be chosen.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "explore/input_grow.h"

// What a source becomes; NULL: nothing is made longer.
static void expect (enum ft_input_growth how, const char *text, uint64_t most,
                    const char *longer) {
  ft_input_set set = {0};
  ft_input_source *s = ft_input_set_add (&set, "stdin");
  s->most = most;
  ft_input_set_put (&set, "stdin", text, strlen (text));
  assert_int_equal (ft_input_grow (&set, how), longer != NULL);
  s = ft_input_set_find (&set, "stdin");
  longer = longer ? longer : text;
  assert_int_equal (s->size, strlen (longer));
  assert_memory_equal (s->bytes, longer, s->size);
  assert_int_equal (s->most, most);
  ft_input_set_release (&set);
}

static void numbers (void **state) {
  (void)state;
  expect (FT_INPUT_GROW_NUMBERS, "n=42,7\n", 64, "n=0000000042,7\n");
  expect (FT_INPUT_GROW_NUMBERS, "1234567890", 64, NULL);
  expect (FT_INPUT_GROW_NUMBERS, "none", 64, NULL);
  expect (FT_INPUT_GROW_NUMBERS, "", 64, NULL);
  expect (FT_INPUT_GROW_NUMBERS, "42", 9, NULL);
  expect (FT_INPUT_GROW_NUMBERS, "42", 10, "0000000042");
}

static void words (void **state) {
  (void)state;
  expect (FT_INPUT_GROW_WORDS, "ab", 64, "abbbbbbbbbbbbbbbbb");
  expect (FT_INPUT_GROW_WORDS, "a b \nc\n", 64, "a bbbbbbbbbbbbbbbbb \nc\n");
  expect (FT_INPUT_GROW_WORDS, "", 64, "aaaaaaaaaaaaaaaa");
  expect (FT_INPUT_GROW_WORDS, "\n", 64, "aaaaaaaaaaaaaaaa\n");
  expect (FT_INPUT_GROW_WORDS, "ab", 17, NULL);
}

static void lines (void **state) {
  (void)state;
  expect (FT_INPUT_GROW_LINES, "a\nbc\n", 64, "a\nbc\nbc\nbc\nbc\nbc\n");
  expect (FT_INPUT_GROW_LINES, "\n", 64, "\n\n\n\n\n");
  expect (FT_INPUT_GROW_LINES, "a\nb", 64, NULL);
  expect (FT_INPUT_GROW_LINES, "", 64, NULL);
  expect (FT_INPUT_GROW_LINES, "abc\n", 19, NULL);
}

// A source that the program finds by itself stays.
static void unknown_bytes (void **state) {
  (void)state;
  for (int how = 0; how < FT_INPUT_GROWTHS; how++) {
    ft_input_set set = {0};
    ft_input_set_add (&set, "input:n")->most = 64;
    assert_false (ft_input_grow (&set, (enum ft_input_growth)how));
    ft_input_set_release (&set);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (numbers),
      cmocka_unit_test (words),
      cmocka_unit_test (lines),
      cmocka_unit_test (unknown_bytes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
