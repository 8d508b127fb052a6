// The file 'modules' of a recorded run: what frames say of it, what is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/read_text.h"
#include "tests/unit/run_directory.h"
#include "load/describe.h"

// main forks T1, and both write x: event 1 and 2.
static const char *write_run (const char *modules, size_t size) {
  run r = {.state = FT_WIRE_ENDED};
  uint32_t function = run_function (&r, "main", "/src/a.c", 10);
  unsigned store = run_site (&r, FT_SITE_STORE, 4, 11, 3);
  run_global (&r, "x", "int", 0x601000, 4);
  for (uint32_t t = 0; t < 2; t++) {
    run_start (&r, t);
    run_enter (&r, t, function, run_stack (t + 1) - 64);
    if (!t)
      run_0 (&r, t, FT_WIRE_FORK, 1);
    run_1 (&r, t, store, 0x601000, t);
  }
  const char *path = run_write (&r, "modules");
  run_file (path, "modules", modules, size);
  run_release (&r);
  return path;
}

// The module of the last event's frame, or the message.
static void expect (const char *modules, size_t size, const char *wanted) {
  const char *path = write_run (modules, size);
  ft_error error = FT_NO_ERROR;
  ft_descriptions d;
  ft_pos event = 2;
  if (!ft_load_describe (path, NULL, &event, 1, (ft_progress_callback){0}, &d, &error)) {
    assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
    if (!strstr (error.message, wanted) || strchr (error.message, '\n'))
      fail_msg ("%s; expected %s", error.message, wanted);
    return;
  }
  assert_int_equal (d.size, 1);
  assert_string_equal (d.list[0].stack.frames[0].module, wanted);
  ft_descriptions_release (&d);
}

#define EXPECT(text, wanted) expect (text, sizeof text - 1, wanted)

static void named (void **state) {
  (void)state;
  EXPECT ("0 /bin/prog\n", "/bin/prog");
  EXPECT ("0 a name with blanks\n", "a name with blanks");
  EXPECT ("0 /bin/prog\n99 /lib/other.so\n", "/bin/prog");
  EXPECT ("0 \n", "");
}

static void unknown (void **state) {
  (void)state;
  EXPECT ("", "");
  EXPECT ("0 /bin/pr", ""); // torn
  EXPECT ("8 /lib/other.so\n", "");
}

static void refused (void **state) {
  (void)state;
  EXPECT ("0\n", "modules:1: expected an offset and a path");
  EXPECT ("0 a\nx b\n", "modules:2: expected an offset and a path");
  EXPECT (" a\n", "modules:1: expected an offset and a path");
  EXPECT ("-1 a\n", "modules:1: expected an offset and a path");
  EXPECT ("9999999999999999999 a\n", "modules:1: expected an offset");
  EXPECT ("8 a\n8 b\n", "modules:2: expected an offset beyond");
  EXPECT ("0 a\0b\n", "modules:1: expected a path without NUL");
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (named),
                                     cmocka_unit_test (unknown),
                                     cmocka_unit_test (refused)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
