// Names of any bytes: what is well formed stays, the rest becomes harmless.
// The slow twin is jansson, which refuses strings that are not UTF-8.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "base/text_width.h"
#include "base/utf8.h"
#include "tests/unit/rounds.h"

static void check_clean (const char *from, const char *to) {
  char *clean = ft_utf8_clean (from);
  assert_string_equal (clean, to);
  free (clean);
}

static void check_printable (const char *from, const char *to) {
  char *printable = ft_utf8_printable (from);
  assert_string_equal (printable, to);
  free (printable);
}

#define BAD "\xef\xbf\xbd"

static void test_clean (void **state) {
  (void)state;
  check_clean ("", "");
  check_clean ("x\n", "x\n");
  check_clean ("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
               "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
  check_clean ("a\xff", "a" BAD);
  check_clean ("\xc3(", BAD "(");                    // no continuation
  check_clean ("\xe2\x82", BAD BAD);                 // cut at the end
  check_clean ("\xc0\xaf", BAD BAD);                 // overlong
  check_clean ("\xe0\x80\xaf", BAD BAD BAD);         // overlong
  check_clean ("\xed\xa0\x80", BAD BAD BAD);         // surrogate
  check_clean ("\xf4\x90\x80\x80", BAD BAD BAD BAD); // beyond U+10FFFF
}

static void test_printable (void **state) {
  (void)state;
  check_printable ("x\x1b[31m\x7f", "x\\x1b[31m\\x7f");
  check_printable ("\xc2\x9b"
                   "1m",
                   "\\u009b1m");
  check_printable ("\x9b", BAD);
  check_printable ("\xc2\xa0\xc3\xa4", "\xc2\xa0\xc3\xa4");
}

static void check_code (uint32_t code, bool shown_as_it_is) {
  char text[4] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)),
                  (char)(0x80 | (code & 0x3f)), 0};
  char escaped[8];
  snprintf (escaped, sizeof escaped, "\\u%04x", (unsigned)code);
  check_printable (text, shown_as_it_is ? text : escaped);
}

// What turns the direction of writing around, and the neighbours that do not.
static void test_direction (void **state) {
  (void)state;
  for (uint32_t code = 0x2000; code < 0x2080; code++)
    check_code (code, !(code == 0x200e || code == 0x200f ||
                        (code >= 0x2028 && code <= 0x202e) ||
                        (code >= 0x2066 && code <= 0x2069)));
  check_printable ("x\xd8\x9cy", "x\\u061cy");
  check_printable ("\xd8\x9b\xd8\x9d", "\xd8\x9b\xd8\x9d");
}

static void test_width (void **state) {
  (void)state;
  assert_int_equal (ft_text_width (""), 0);
  assert_int_equal (ft_text_width ("a\xc3\xa4\xe2\x82\xac"), 3);
  assert_int_equal (ft_text_width ("\xe4\xb8\xad\xf0\x9f\x98\x80"), 4); // wide
  assert_int_equal (ft_text_width ("a\xcc\x81"
                                   "b"),
                    2); // combining
  assert_int_equal (ft_character_width ("\xe4\xb8\xad"), 2);
  assert_int_equal (ft_text_width ("a\xff"
                                   "b"),
                    3); // not well formed
}

static void check_against_jansson (const char *bytes) {
  char *clean = ft_utf8_clean (bytes);
  json_t *raw = json_string (bytes), *cleaned = json_string (clean);
  assert_non_null (cleaned);
  assert_int_equal (raw != NULL, !strcmp (bytes, clean));
  json_decref (raw);
  json_decref (cleaned);
  free (clean);
}

static void test_random (void **state) {
  (void)state;
  // Bytes at which the rules change, rather than all 255.
  static const char edges[] = "a\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc1\xc2\xdf"
                              "\xe0\xe1\xec\xed\xee\xef\xf0\xf1\xf3\xf4\xf5";
  unsigned seed = (unsigned)rounds_first ();
  print_message ("# FT_SEED=%u\n", seed);
  for (int round = 0; round < 200000; round++) {
    char bytes[7] = "";
    int n = 1 + rand_r (&seed) % 6;
    for (int i = 0; i < n; i++)
      bytes[i] = edges[(size_t)rand_r (&seed) % (sizeof edges - 1)];
    check_against_jansson (bytes);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_clean),     cmocka_unit_test (test_printable),
      cmocka_unit_test (test_direction), cmocka_unit_test (test_width),
      cmocka_unit_test (test_random),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
