// Option tables: every type of value at its edges, every spelling, and the
// hints for misspelt names.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/option.h"

static const char *const colours[] = {"red", "green", "blue", NULL};

typedef struct values {
  bool flag, other;
  const char *text;
  unsigned count;
  double seconds;
  uint64_t bytes;
  int colour;
} values;

// Parses the words of a line; true and the values, or false and the message.
static bool parse (const char *line, values *v, ft_words *words,
                   ft_error *error) {
  static char copy[256], *argv[32];
  const ft_option table[] = {
      {"flag", 'f', NULL, &ft_option_flag, &v->flag, "a flag"},
      {"other", 'o', NULL, &ft_option_flag, &v->other, "another"},
      {"text", 't', "TEXT", &ft_option_text, &v->text, "text"},
      {"count", 'n', "N", &ft_option_count, &v->count, "a count"},
      {"seconds", 0, "S", &ft_option_seconds, &v->seconds, "time"},
      {"bytes", 0, "SIZE", &ft_option_bytes, &v->bytes, "memory"},
      {"colour", 0, "C", &ft_option_choice, &v->colour, "choice", colours},
      {NULL},
  };
  int argc = 0;
  snprintf (copy, sizeof copy, "program %s", line);
  for (char *w = strtok (copy, " "); w; w = strtok (NULL, " "))
    argv[argc++] = w;
  *v = (values){.colour = -1};
  *error = FT_NO_ERROR;
  words->size = 0;
  return ft_options_parse (table, argc, argv, words, error);
}

static void test_spellings (void **state) {
  (void)state;
  static const char *const lines[] = {
      "a --flag --text x b --count 7",
      "--flag a --text=x --count=7 b",
      "-f -t x -n 7 a b",
      "a b -ftx -n7",
      "-f --text x --count 7 -- a b",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    values v;
    ft_words words = {0};
    ft_error error;
    assert_true (parse (lines[i], &v, &words, &error));
    assert_true (v.flag && !v.other && v.count == 7);
    assert_string_equal (v.text, "x");
    assert_int_equal (words.size, 2);
    assert_string_equal (words.begin[0], "a");
    assert_string_equal (words.begin[1], "b");
    FT_RELEASE (words);
  }
}

static void test_positional (void **state) {
  (void)state;
  values v;
  ft_words words = {0};
  ft_error error;
  assert_true (parse ("- -fo -- -f --text", &v, &words, &error));
  assert_true (v.flag && v.other && !v.text);
  assert_int_equal (words.size, 3);
  assert_string_equal (words.begin[0], "-");
  assert_string_equal (words.begin[2], "--text");
  FT_RELEASE (words);
}

static void test_values (void **state) {
  (void)state;
  values v;
  ft_words words = {0};
  ft_error error;
  assert_true (
      parse ("--bytes 0 --seconds .5 --colour blue", &v, &words, &error));
  assert_true (v.bytes == 0 && v.seconds == 0.5 && v.colour == 2);
  assert_true (parse ("--bytes 512M --seconds 10s", &v, &words, &error));
  assert_true (v.bytes == (uint64_t)512 << 20 && v.seconds == 10);
  assert_true (parse ("--bytes 4g --seconds 1e3", &v, &words, &error));
  assert_true (v.bytes == (uint64_t)4 << 30 && v.seconds == 1000);
  assert_true (parse ("--bytes 16777215T", &v, &words, &error));
  assert_true (v.bytes == (uint64_t)16777215 << 40);
  FT_RELEASE (words);
}

static void test_errors (void **state) {
  (void)state;
  static const struct {
    const char *line, *message;
  } cases[] = {
      {"--flga", "unknown option '--flga'; did you mean '--flag'?"},
      {"--fl", "unknown option '--fl'; did you mean '--flag'?"},
      {"--zzzzzz", "unknown option '--zzzzzz'"},
      {"-fx", "unknown option '-x'"},
      {"--flag=1", "--flag takes no value"},
      {"--text", "--text needs a value, TEXT"},
      {"-n", "--count needs a value, N"},
      {"--count 1x", "--count: expected a whole number; found '1x'"},
      {"--count -1", "--count: expected a whole number; found '-1'"},
      {"--count 4294967295",
       "--count: expected a whole number; found '4294967295'"},
      {"--count 99999999999999999999",
       "--count: expected a whole number; found '99999999999999999999'"},
      {"--bytes 16777216T",
       "--bytes: expected a size, such as 512M or 4G; found '16777216T'"},
      {"--bytes 4GB",
       "--bytes: expected a size, such as 512M or 4G; found '4GB'"},
      {"--seconds nan",
       "--seconds: expected seconds, such as 10 or 0.5; found 'nan'"},
      {"--seconds -1",
       "--seconds: expected seconds, such as 10 or 0.5; found '-1'"},
      {"--seconds .",
       "--seconds: expected seconds, such as 10 or 0.5; found '.'"},
      {"--colour gren", "--colour: expected one of red, green, blue; found "
                        "'gren'; did you mean 'green'?"},
      {"--colour x", "--colour: expected one of red, green, blue; found 'x'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    values v;
    ft_words words = {0};
    ft_error error;
    assert_false (parse (cases[i].line, &v, &words, &error));
    assert_string_equal (error.message, cases[i].message);
    assert_int_equal (error.code, FT_EXIT_USAGE);
    FT_RELEASE (words);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_spellings),
      cmocka_unit_test (test_positional),
      cmocka_unit_test (test_values),
      cmocka_unit_test (test_errors),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
