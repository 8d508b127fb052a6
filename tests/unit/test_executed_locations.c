// Which code a run executed, on records made by hand: also what one thread
// alone does, each place once, and nothing that was not executed.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "explore/executed_locations.h"
#include "tests/unit/run_directory.h"

enum { OWN = 0x601000, SHARED = 0x601008 };

static void add (void *context, const char *location) {
  ft_strbuf_add (context, "%s\n", location);
}

static void add_of (void *context, const char *thread, const char *location) {
  ft_strbuf_add (context, "%s %s\n", thread, location);
}

static void test_what_was_executed (void **state) {
  (void)state;
  run r = {.state = FT_WIRE_ENDED};
  uint32_t f = run_function (&r, "f", "/src/a.c", 10);
  unsigned own = run_site (&r, FT_SITE_STORE, 4, 11, 3);
  run_site (&r, FT_SITE_STORE, 4, 12, 3); // never
  unsigned shared = run_site (&r, FT_SITE_LOAD, 4, 13, 3);
  for (uint32_t t = 0; t < 2; t++) {
    run_start (&r, t);
    run_enter (&r, t, f, run_stack (t + 1) - 64);
    for (int i = 0; i < 3 && !t; i++)
      run_1 (&r, t, own, OWN, 1);
    run_1 (&r, t, shared, SHARED, 0);
    run_0 (&r, t, FT_WIRE_EXIT, 0);
  }
  ft_strbuf text = {0};
  ft_error error = FT_NO_ERROR;
  if (!ft_executed_locations (run_write (&r, "run"), add, &text, &error))
    fail_msg ("%s", error.message);
  assert_string_equal (ft_strbuf_text (&text), "a.c:11:3\na.c:13:3\n");
  ft_strbuf_release (&text);
  assert_true (ft_executed_locations_by_thread (scratch_path ("run"), add_of, &text, &error));
  assert_non_null (strstr (ft_strbuf_text (&text), "main a.c:11:3\n"));
  assert_non_null (strstr (ft_strbuf_text (&text), "main a.c:13:3\n"));
  assert_null (strstr (ft_strbuf_text (&text), "T1 a.c:11:3\n"));
  assert_non_null (strstr (ft_strbuf_text (&text), "T1 a.c:13:3\n"));
  ft_strbuf_release (&text);
  run_release (&r);
}

static void test_no_run (void **state) {
  (void)state;
  ft_strbuf text = {0};
  ft_error error = FT_NO_ERROR;
  assert_false (ft_executed_locations (scratch_path ("none"), add, &text, &error));
  assert_true (*error.message);
  assert_int_equal (text.size, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_what_was_executed),
      cmocka_unit_test (test_no_run),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
