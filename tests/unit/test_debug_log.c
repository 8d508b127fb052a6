// FT_LOG: which areas a text turns on, and how it is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/debug_log.h"

static void accepted (const char *text) {
  int size;
  assert_null (ft_debug_set (text, &size));
}

static void refused (const char *text, const char *word) {
  int size = 0;
  const char *found = ft_debug_set (text, &size);
  assert_non_null (found);
  assert_int_equal (size, strlen (word));
  assert_memory_equal (found, word, strlen (word));
}

static void test_areas (void **state) {
  (void)state;
  accepted ("");
  assert_false (FT_DEBUGS (CERTIFY, 1));
  accepted ("certify,symex:2");
  assert_true (FT_DEBUGS (CERTIFY, 1));
  assert_false (FT_DEBUGS (CERTIFY, 2));
  assert_true (FT_DEBUGS (SYMEX, 2));
  assert_false (FT_DEBUGS (SYMEX, 3));
  assert_false (FT_DEBUGS (LOAD, 1));
  accepted ("all:3,load:1");
  assert_true (FT_DEBUGS (EXPLORE, 3));
  assert_false (FT_DEBUGS (LOAD, 2));
  accepted (",,replay,");
  assert_true (FT_DEBUGS (REPLAY, 1));
}

static void test_names (void **state) {
  (void)state;
#define A(NAME, name, about)                                                   \
  accepted (name ":2");                                                        \
  assert_true (FT_DEBUGS (NAME, 2));                                           \
  assert_false (FT_DEBUGS (NAME, 3));
  FT_DEBUG_AREAS (A)
#undef A
  accepted ("");
  assert_false (ft_debug_is_on ());
}

static void test_refused (void **state) {
  (void)state;
  refused ("certif", "certif");
  refused ("load,certify:", "certify:");
  assert_true (FT_DEBUGS (LOAD, 1));
  refused ("certify:0", "certify:0");
  refused ("certify:4,load", "certify:4");
  refused ("certify:11", "certify:11");
  refused (":1", ":1");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_areas),
      cmocka_unit_test (test_names),
      cmocka_unit_test (test_refused),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
