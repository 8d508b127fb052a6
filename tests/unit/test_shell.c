// Words for a shell: plain, quoted, escaped.  The slow twin is the shell
// itself, which prints them again.

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/shell.h"
#include "tests/unit/rounds.h"

static void check (const char *from, const char *to) {
  ft_strbuf out = {0};
  ft_shell_word (&out, from);
  assert_string_equal (ft_strbuf_text (&out), to);
  ft_strbuf_release (&out);
}

static void test_words (void **state) {
  (void)state;
  check ("prog.foretrace-1", "prog.foretrace-1");
  check ("", "''");
  check ("my prog", "'my prog'");
  check ("$(id)`id`\"", "'$(id)`id`\"'");
  check ("it's", "'it'\\''s'");
  check ("\xc3\xa4", "'\xc3\xa4'");
  check ("a\x1b[31m", "$'a\\x1b[31m'");
  check ("'\\\xff\n", "$'\\'\\\\\\xff\\x0a'");
  check ("-rf", "./-rf");
  check ("-a b", "./'-a b'");
  check ("-", "-");
  check ("=ls", "'=ls'");
  check ("~root", "'~root'");
}

static void test_argument (void **state) {
  (void)state;
  ft_strbuf out = {0};
  ft_shell_argument (&out, "-w");
  ft_strbuf_add (&out, " ");
  ft_shell_argument (&out, "-a b");
  assert_string_equal (ft_strbuf_text (&out), "-w '-a b'");
  ft_strbuf_release (&out);
}

static void test_path (void **state) {
  (void)state;
  ft_strbuf out = {0};
  ft_shell_path (&out, "my dir", "R1.json");
  assert_string_equal (ft_strbuf_text (&out), "'my dir/R1.json'");
  ft_strbuf_release (&out);
}

static void fill (char *word, size_t capacity) {
  static const char special[] =
      "' \\\"$`*?[]{}()~=-;&|<>!#^\n\t\x1b\xff\xc3\xa4"
      "ab01";
  size_t n = (size_t)rand () % capacity;
  for (size_t i = 0; i < n; i++)
    word[i] = special[(size_t)rand () % (sizeof special - 1)];
  word[n] = '\0';
}

// What bash makes of the word is the word.
static void compare_with_shell (const char *word) {
  ft_strbuf line = {0};
  char back[64] = {0};
  ft_strbuf_add (&line, "set -- ");
  ft_shell_word (&line, word);
  ft_strbuf_add (&line, "\nprintf '%%s' \"$#:$1\"\n");
  setenv ("FT_TEST_LINE", ft_strbuf_text (&line), 1);
  FILE *shell = popen ("bash -c \"$FT_TEST_LINE\"", "re");
  assert_non_null (shell);
  size_t n = fread (back, 1, sizeof back - 1, shell);
  assert_int_equal (pclose (shell), 0);
  assert_true (n >= 2 && !strncmp (back, "1:", 2));
  bool option = word[0] == '-' && word[1];
  assert_string_equal (back + 2 + (option ? 2 : 0), word);
  ft_strbuf_release (&line);
}

static void test_random (void **state) {
  (void)state;
  unsigned seed = (unsigned)rounds_first ();
  print_message ("FT_SEED=%u\n", seed);
  srand (seed);
  for (int i = 0; i < 100; i++) {
    char word[12];
    fill (word, sizeof word);
    compare_with_shell (word);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_words), cmocka_unit_test (test_argument),
      cmocka_unit_test (test_path), cmocka_unit_test (test_random)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
