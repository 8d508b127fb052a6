// Events in batches and one by one are the same events.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/scratch.h"
#include "format/reader.h"
#include "load/open.h"

#define LINES 10000u

// 'bad' is a line that no reader takes, LINES for none.
static const char *write_trace (unsigned bad) {
  static char text[LINES * 32];
  size_t n = 0;
  for (unsigned i = 0; i < LINES; i++)
    n += (size_t)sprintf (text + n, i == bad ? "?\n" : "T%u|w(x%u)|%u\n", i % 3,
                          i % 7, i);
  return scratch_bytes ("batch.std", text, n);
}

static ft_reader *open_reader (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_reader *r = ft_reader_open (path, (ft_read_options){0}, &error);
  assert_non_null (r);
  return r;
}

static void expect (ft_reader *r, const ft_event *e, ft_pos position) {
  char location[16];
  sprintf (location, "%u", (unsigned)position);
  assert_int_equal (e->thread, position % 3);
  assert_int_equal (e->target, position % 7);
  const ft_tables *tables = ft_reader_tables (r);
  assert_string_equal (ft_tables_name (tables, FT_CLASS_LOCATION, e->location),
                       location);
}

// Returns what ended the trace.
static int read_mixed (ft_reader *r, ft_pos *read, ft_error *error) {
  ft_event e;
  ft_batch b;
  int got;
  for (*read = 0; (got = ft_reader_next (r, &e, error)) > 0;) {
    expect (r, &e, (*read)++);
    if (*read % 4 || (got = ft_reader_batch (r, &b, error)) <= 0)
      continue;
    assert_int_equal (b.first, *read);
    for (uint32_t i = 0; i < b.count; i++) {
      expect (r, b.events + i, (*read)++);
      assert_int_equal (ft_reader_location (r, b.first + i),
                        b.events[i].location);
    }
  }
  return got;
}

static void batches_and_events_may_be_mixed (void **state) {
  (void)state;
  ft_reader *r = open_reader (write_trace (LINES));
  ft_error error = FT_NO_ERROR;
  ft_pos read;
  assert_int_equal (read_mixed (r, &read, &error), 0);
  assert_int_equal (read, LINES);
  assert_int_equal (read_mixed (r, &read, &error), 0);
  assert_int_equal (read, 0);
  ft_reader_free (r);
}

static void an_error_comes_after_the_events_before_it (void **state) {
  (void)state;
  static const unsigned bad[] = {0, 1, 4095, 4096, 4097, LINES - 1};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ft_reader *r = open_reader (write_trace (bad[i]));
    ft_error error = FT_NO_ERROR;
    ft_pos read;
    assert_int_equal (read_mixed (r, &read, &error), -1);
    assert_int_equal (read, bad[i]);
    assert_int_equal (error.code, FT_EXIT_BAD_INPUT);
    assert_int_equal (read_mixed (r, &read, &error), -1);
    ft_reader_free (r);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (batches_and_events_may_be_mixed),
      cmocka_unit_test (an_error_comes_after_the_events_before_it),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
