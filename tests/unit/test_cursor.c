// The cursor moves only when a step fits.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/cursor.h"

static ft_cursor over (const char *text) {
  return (ft_cursor){text, text + strlen (text)};
}

static void skips_what_is_there (void **state) {
  (void)state;
  ft_cursor c = over ("ab");
  assert_false (ft_cursor_skip (&c, "abc"));
  assert_false (ft_cursor_skip (&c, "b"));
  assert_true (ft_span_is (ft_cursor_rest (&c), "ab"));
  assert_true (ft_cursor_skip (&c, "ab"));
  assert_true (ft_cursor_done (&c));
  assert_true (ft_cursor_skip (&c, ""));
}

static void stops_at_a_byte (void **state) {
  (void)state;
  ft_cursor c = over ("T1||x");
  ft_span span;
  assert_true (ft_cursor_until (&c, '|', &span));
  assert_true (ft_span_is (span, "T1"));
  assert_true (ft_cursor_until (&c, '|', &span));
  assert_int_equal (span.size, 0);
  assert_false (ft_cursor_until (&c, '|', &span));
  assert_true (ft_span_is (ft_cursor_rest (&c), "x"));
}

static void takes_words (void **state) {
  (void)state;
  ft_cursor c = over ("one\t two");
  ft_span span;
  assert_false (ft_cursor_blanks (&c));
  assert_true (ft_cursor_word (&c, &span));
  assert_true (ft_span_is (span, "one"));
  assert_false (ft_cursor_word (&c, &span));
  assert_true (ft_cursor_blanks (&c));
  assert_true (ft_cursor_word (&c, &span));
  assert_true (ft_span_is (span, "two"));
  assert_false (ft_cursor_blanks (&c));
  assert_false (ft_cursor_word (&c, &span));
}

static void spans (void **state) {
  (void)state;
  assert_true (ft_span_is_digits ((ft_span){"0123456789", 10}));
  assert_false (ft_span_is_digits ((ft_span){"", 0}));
  assert_false (ft_span_is_digits ((ft_span){"12a", 3}));
  assert_true (ft_span_is (ft_span_trim ((ft_span){" \ta b\t ", 7}), "a b"));
  assert_int_equal (ft_span_trim ((ft_span){" \t ", 3}).size, 0);
  assert_true (ft_span_starts ((ft_span){"abc", 3}, "ab"));
  assert_false (ft_span_starts ((ft_span){"a", 1}, "ab"));
}

static void empty_text (void **state) {
  (void)state;
  ft_cursor c = {NULL, NULL};
  ft_span span;
  assert_true (ft_cursor_done (&c));
  assert_false (ft_cursor_until (&c, '|', &span));
  assert_false (ft_cursor_word (&c, &span));
  assert_false (ft_cursor_blanks (&c));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (skips_what_is_there),
      cmocka_unit_test (stops_at_a_byte),
      cmocka_unit_test (takes_words),
      cmocka_unit_test (spans),
      cmocka_unit_test (empty_text),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
