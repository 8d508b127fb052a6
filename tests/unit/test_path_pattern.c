// Patterns of CODEOWNERS against paths, as GitHub's documentation states them.
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/path_pattern.h"

static void patterns (void **state) {
  static const struct {
    const char *pattern, *path;
    bool matches;
  } rows[] = {
      {"*", "a.c", true},
      {"*", "src/a.c", true},
      {"*.js", "lib/deep/x.js", true},
      {"*.js", "lib/x.json", false},
      {"/build/logs/", "build/logs/x/y.txt", true},
      {"/build/logs/", "old/build/logs/x.txt", false},
      {"/build/logs/", "build/logs", false},
      {"docs/*", "docs/start.md", true},
      {"docs/*", "docs/build/start.md", false},
      {"docs/*", "old/docs/start.md", false},
      {"apps/", "apps/a.c", true},
      {"apps/", "old/apps/b/a.c", true},
      {"apps/", "apps", false},
      {"/docs/", "docs/a/b", true},
      {"**/logs", "build/logs/x.c", true},
      {"**/logs", "logs/x.c", true},
      {"**/logs", "catalogs/x.c", false},
      {"src/**/test.c", "src/a/b/test.c", true},
      {"src/**/test.c", "src/test.c", true},
      {"src/**", "src/a/b.c", true},
      {"src/**", "old/src/b.c", false},
      {"a?.c", "ab.c", true},
      {"a?.c", "a/.c", false},
      {"with\\ space.c", "with space.c", true},
      {"src", "src/a.c", true},
      {"src", "srcs/a.c", false},
      {"", "a.c", false},
      {"/", "a.c", false},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (ft_path_pattern_matches (rows[i].pattern, rows[i].path) !=
        rows[i].matches)
      fail_msg ("'%s' and '%s'", rows[i].pattern, rows[i].path);
}

// Each star could end anywhere: more ways than any machine can try.
static void many_stars (void **state) {
  char pattern[201], text[201];
  (void)state;
  for (int i = 0; i < 200; i++)
    pattern[i] = i % 2 ? 'a' : '*', text[i] = 'a';
  pattern[199] = 'b', pattern[200] = text[200] = '\0';
  assert_false (ft_path_pattern_matches (pattern, text));
  text[199] = 'b';
  assert_true (ft_path_pattern_matches (pattern, text));
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (patterns),
                                     cmocka_unit_test (many_stars)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
