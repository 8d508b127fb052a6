// STD as RAPID writes it, and as people do.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/read_text.h"
#include "load/open.h"

static void operations (void **state) {
  (void)state;
  ft_trace *t = read_text ("std", "T1|fork(T2)|1\n"
                                  "T2|r(403726925835)|2\n"
                                  "T2|w(BUGGY_ADDR)|9999\n"
                                  "T2|acq(l)|a.c:7\n"
                                  "T2|rel(l)|a b\n"
                                  "T2|branch|6\n"
                                  "T1|join(T2)|7\n");
  assert_int_equal (t->size, 7);
  expect_event (t, 0, "T1", FT_FORK, "T2", "1");
  expect_event (t, 1, "T2", FT_READ, "403726925835", "2");
  expect_event (t, 2, "T2", FT_WRITE, "BUGGY_ADDR", "9999");
  expect_event (t, 3, "T2", FT_ACQUIRE, "l", "a.c:7");
  expect_event (t, 4, "T2", FT_RELEASE, "l", "a b");
  expect_event (t, 5, "T2", FT_BRANCH, "?", "6");
  expect_event (t, 6, "T1", FT_JOIN, "T2", "7");
  assert_int_equal (t->events[1].mask, 0xff);
  assert_int_equal (t->events[1].flags, 0);
  assert_string_equal (t->format, "std");
  assert_true (FT_EMPTY (t->notes.list));
  ft_trace_free (t);
}

static void targets_may_hold_parentheses (void **state) {
  (void)state;
  ft_trace *t = read_text ("std", "T1|w(f(x)[2])|1\nT1|r(())|2\n");
  expect_event (t, 0, "T1", FT_WRITE, "f(x)[2]", "1");
  expect_event (t, 1, "T1", FT_READ, "()", "2");
  ft_trace_free (t);
}

static void events_without_effect_keep_their_position (void **state) {
  (void)state;
  ft_trace *t = read_text (
      "std", "T1|begin|1\nT1|begin(m)|1\nT1|req(l)|2\nT1|w(x)|3\nT1|end|4\n");
  assert_int_equal (t->size, 5);
  for (ft_id i = 0; i < 5; i++)
    assert_int_equal (ft_event_is_void (t->events + i), i != 3);
  expect_event (t, 3, "T1", FT_WRITE, "x", "3");
  ft_trace_free (t);
}

static void lines_that_are_no_events (void **state) {
  (void)state;
  ft_trace *t = read_text ("std", "\xef\xbb\xbf# a comment\r\n"
                                  "\r\n"
                                  "  T1|w(x)|1 \r\n"
                                  "// another|one|here\r\n"
                                  "T1|r(x)|2");
  assert_int_equal (t->size, 2);
  expect_event (t, 0, "T1", FT_WRITE, "x", "1");
  expect_event (t, 1, "T1", FT_READ, "x", "2");
  ft_trace_free (t);
}

static void locations_may_be_missing (void **state) {
  (void)state;
  ft_trace *t = read_text ("std", "T1|w(x)\nT1|w(x)|\nT1|w(x)|3\n");
  expect_event (t, 0, "T1", FT_WRITE, "x", "?");
  assert_int_equal (t->events[0].location, FT_NO_ID);
  assert_int_equal (t->events[1].location, FT_NO_ID);
  const ft_note *note = find_note (t, "text.std:1: event without a location");
  assert_non_null (note);
  assert_int_equal (note->count, 2);
  assert_int_equal (note->first, 0);
  ft_trace_free (t);
}

// ---- spellings of threads --------------------------------------------------

static void spelled (const char *text, unsigned threads, const char *child,
                     bool noted) {
  ft_trace *t = read_text ("std", text);
  assert_int_equal (ft_tables_count (&t->tables, FT_CLASS_THREAD), threads);
  for (ft_id i = 0; i < t->size; i++)
    if (t->events[i].kind == FT_FORK || t->events[i].kind == FT_JOIN)
      assert_string_equal (ft_trace_target_name (t, t->events + i), child);
  assert_true (!!find_note (t, "taken for the same thread") == noted);
  ft_trace_free (t);
}

static void numbers_and_names_of_threads (void **state) {
  (void)state;
  // As published: the fork comes first.
  spelled ("T1|fork(151)|1\nT151|w(x)|2\nT1|join(151)|3\n", 2, "T151", true);
  spelled ("T1|fork(151)|1\nT151|w(x)|2\nT1|join(T151)|3\n", 2, "T151", true);
  spelled ("main|fork(151)|1\nT151|w(x)|2\nmain|join(151)|3\n", 2, "151", true);
  spelled ("1|fork(T2)|1\n2|w(x)|2\n1|join(2)|3\n", 2, "T2", true);
  spelled ("T151|w(x)|1\nT1|join(151)|2\n", 2, "T151", true);
  // Numbers, or names, everywhere: nothing to say.
  spelled ("0|fork(1)|1\n1|w(x)|2\n0|join(1)|3\n", 2, "1", false);
  spelled ("T0|fork(T1)|1\nT1|w(x)|2\nT0|join(T1)|3\n", 2, "T1", false);
  spelled ("main|fork(w-1)|1\nw-1|w(x)|2\nmain|join(w-1)|3\n", 2, "w-1", false);
  // Both act: two threads.
  spelled ("1|w(x)|1\nT1|w(x)|2\nT0|join(1)|3\n", 3, "1", false);
  spelled ("1|w(x)|1\nT1|w(x)|2\nT0|join(T1)|3\n", 3, "T1", false);
}

// A thread whose number has nothing to do with its spelling.
static void long_numbers_are_names (void **state) {
  (void)state;
  spelled ("T1|fork(123456789012345678901234567890)|1\n"
           "T123456789012345678901234567890|w(x)|2\n",
           3, "123456789012345678901234567890", false);
}

static void format_is_told_from_content (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  static const char *const texts[] = {
      "# comment\n\nT1|w(x)|1\n", "Hello\n@  Wr(1,x) F a:1\n",
      "# comment\n {\"thread\":1,\"op\":\"fence\"}\n"};
  static const char *const formats[] = {"std", "rr", "jsonl"};
  for (int i = 0; i < 3; i++) {
    ft_trace *t = ft_trace_read (scratch_text ("no-suffix", texts[i]),
                                 (ft_read_options){0}, NULL, NULL, &error);
    assert_non_null (t);
    assert_string_equal (t->format, formats[i]);
    ft_trace_free (t);
  }
  ft_read_options wrong = {.format = "xml"};
  assert_null (ft_trace_read (scratch_text ("a.std", texts[0]), wrong, NULL,
                              NULL, &error));
  assert_int_equal (error.code, FT_EXIT_USAGE);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (operations),
      cmocka_unit_test (targets_may_hold_parentheses),
      cmocka_unit_test (events_without_effect_keep_their_position),
      cmocka_unit_test (lines_that_are_no_events),
      cmocka_unit_test (locations_may_be_missing),
      cmocka_unit_test (numbers_and_names_of_threads),
      cmocka_unit_test (long_numbers_are_names),
      cmocka_unit_test (format_is_told_from_content),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
