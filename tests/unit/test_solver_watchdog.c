// Processes that come to an end by themselves: one that thinks too long leaves
// its line, with what it has asked for; one that leaves others behind, in
// groups and sessions of their own, has them ended.

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/scratch.h"
#include "explore/solver_watchdog.h"
#include "record/process_tree.h"

// ---- too late --------------------------------------------------------------

static json_t *line_of (unsigned count) {
  const char *path = scratch_path ("answer");
  pid_t child = fork ();
  if (!child) {
    ft_path_key_list asked = {0};
    ft_solver_watchdog_start (path, json_pack ("{s:i}", "run", 7), &asked);
    for (unsigned i = 0; i < count; i++)
      FT_PUSH (asked, 0xfedcba9876543210u + i);
    raise (SIGPROF);
    _exit (1);
  }
  int status;
  assert_int_equal (waitpid (child, &status, 0), child);
  assert_int_equal (status, 0);
  return json_load_file (path, 0, NULL);
}

static void test_ways_are_told (void **state) {
  json_t *line = line_of (2);
  (void)state;
  assert_int_equal (json_integer_value (json_object_get (line, "run")), 7);
  assert_true (json_is_true (json_object_get (line, "none")));
  assert_null (json_object_get (line, "exhausted"));
  json_t *ways = json_object_get (line, "ways");
  assert_int_equal (json_array_size (ways), 2);
  assert_string_equal (json_string_value (json_array_get (ways, 1)),
                       "fedcba9876543211");
  json_decref (line);
}

static void test_nothing_asked_is_the_end (void **state) {
  json_t *line = line_of (0);
  (void)state;
  assert_true (json_is_true (json_object_get (line, "exhausted")));
  json_decref (line);
}

// ---- families --------------------------------------------------------------

enum { GENERATIONS = 4 };

// Each is in a session of its own, and the parent of the next one ends.
static void descend (int report) {
  for (int i = 0; i < GENERATIONS; i++) {
    pid_t self = getpid ();
    if (write (report, &self, sizeof self) != sizeof self)
      _exit (1);
    if (i % 2)
      setsid ();
    if (fork ())
      i % 2 ? _exit (0) : (void)pause ();
  }
  for (;;)
    pause ();
}

static void test_orphans_end (void **state) {
  int ends[2], count = 0;
  pid_t spared, gone;
  ft_pids before = {0};
  ft_process_tree below = {0};
  (void)state;
  if (!(spared = fork ()))
    for (;;)
      pause ();
  ft_process_tree_adopt (&before);
  assert_int_equal (before.size, 1);
  assert_int_equal (pipe (ends), 0);
  if (!fork ())
    descend (ends[1]);
  while (count++ < GENERATIONS)
    assert_int_equal (read (ends[0], &gone, sizeof gone), sizeof gone);
  ft_process_tree_end (&before);
  ft_process_tree_list (getpid (), NULL, &below);
  assert_int_equal (below.size, 1);
  assert_int_equal (below.begin[0].process, spared);
  ft_process_tree_kill (spared);
  assert_int_equal (waitpid (spared, NULL, 0), spared);
  FT_RELEASE (before);
  FT_RELEASE (below);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_ways_are_told),
      cmocka_unit_test (test_nothing_asked_is_the_end),
      cmocka_unit_test (test_orphans_end),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
