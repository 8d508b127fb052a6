// Places in the source from names of locations, and paths as URIs.

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "report/source_location.h"

static void assert_place (const char *location, const char *file, uint32_t line,
                          uint32_t column) {
  ft_source_location place = ft_source_location_parse (location);
  if (file)
    assert_string_equal (place.file, file);
  else
    assert_null (place.file);
  assert_int_equal (place.line, line);
  assert_int_equal (place.column, column);
  ft_source_location_release (&place);
}

static void test_parse (void **state) {
  (void)state;
  assert_place ("hidden.c:15", "hidden.c", 15, 0);
  assert_place ("src/hidden.c:15:5", "src/hidden.c", 15, 5);
  assert_place ("a.cc:7:3 (vector.h:99:1)", "a.cc", 7, 3);
  assert_place ("C:x.c:2", "C:x.c", 2, 0);
  assert_place ("17", NULL, 0, 0);
  assert_place ("", NULL, 0, 0);
  assert_place (":5", NULL, 0, 0);
  assert_place ("a.c:", NULL, 0, 0);
  assert_place ("a.c:0", NULL, 0, 0);
  assert_place ("a.c:4294967296", NULL, 0, 0);
  assert_place ("a.c:main", NULL, 0, 0);
}

static void assert_uri (const char *path, const char *wanted) {
  ft_strbuf out = {0};
  ft_source_location_uri (&out, path);
  assert_string_equal (ft_strbuf_text (&out), wanted);
  ft_strbuf_release (&out);
}

static void test_uri (void **state) {
  (void)state;
  assert_uri ("src/a.c", "src/a.c");
  assert_uri ("/usr/include/x.h", "file:///usr/include/x.h");
  assert_uri ("a b%\xff?#:.c", "a%20b%25%FF%3F%23%3A.c");
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (test_parse),
                                     cmocka_unit_test (test_uri)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
