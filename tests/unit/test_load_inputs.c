// Recorded runs that tell of inputs: which writes bring them, what is kept,
// what is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/read_text.h"
#include "tests/unit/run_directory.h"
#include "load/open.h"

enum { X = 0x601000, Y = 0x601100 };

static const char sources[] = "arg1\nfile:a b\n";

// One thread, which nobody shares memory with.
static unsigned begin (run *r) {
  *r = (run){.state = FT_WIRE_ENDED};
  uint32_t main = run_function (r, "main", "/src/a.c", 10);
  unsigned load = run_site (r, FT_SITE_LOAD, 4, 11, 3);
  run_global (r, "x", "char[32]", X, 32);
  run_global (r, "y", "int", Y, 4);
  run_start (r, 0);
  run_enter (r, 0, main, run_stack (1) - 64);
  return load;
}

static const char *write_run (run *r) {
  const char *path = run_write (r, "run");
  run_file (path, "sources", sources, sizeof sources - 1);
  return path;
}

static ft_trace *read_run (run *r) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t =
      ft_trace_read (write_run (r), (ft_read_options){0}, NULL, NULL, &error);
  if (!t)
    fail_msg ("%s", error.message);
  return t;
}

static void expect_origin (const ft_trace *t, ft_pos position,
                           const char *source, uint64_t at) {
  const ft_origins *all = &t->tables.origins;
  const ft_origin *o = ft_origins_at (all, position);
  if (!o)
    fail_msg ("event %u brings nothing", (unsigned)position);
  assert_string_equal (ft_intern_name (&all->sources, o->source), source);
  assert_int_equal (o->at, at);
}

// What an input brings is in the trace, one event in each granule, and so are
// all accesses to it; nothing else of a single thread is.
static void kept (void **state) {
  (void)state;
  run r;
  unsigned load = begin (&r);
  run_2 (&r, 0, FT_WIRE_SYMBOLIC, X + 5, 0x8877665544332211,
         FT_WIRE_SOURCE (8, 1, 16));
  run_2 (&r, 0, FT_WIRE_SYMBOLIC, X + 13, 0,
         FT_WIRE_SOURCE (1, FT_WIRE_NO_SOURCE, 0));
  run_2 (&r, 0, FT_WIRE_VALUE, Y, 7, 4);
  run_1 (&r, 0, load, X, 0x5544);
  run_1 (&r, 0, load, Y, 7);
  ft_trace *t = read_run (&r);
  assert_int_equal (t->size, 4);
  expect_origin (t, 0, "file:a b", 16);
  expect_origin (t, 1, "file:a b", 19);
  assert_int_equal (t->events[0].value, 0x332211);
  assert_int_equal (t->events[0].mask, 0xe0);
  assert_int_equal (t->events[1].value, 0x8877665544);
  assert_int_equal (t->events[1].mask, 0x1f);
  assert_int_equal (t->events[2].kind, FT_WRITE); // the zero behind it
  assert_null (ft_origins_at (&t->tables.origins, 2));
  assert_int_equal (t->events[3].kind, FT_READ);
  ft_trace_free (t);
  run_release (&r);
}

static void refused (uint64_t source, const char *why) {
  run r;
  ft_error error = FT_NO_ERROR;
  begin (&r);
  run_2 (&r, 0, FT_WIRE_SYMBOLIC, X, 0, source);
  ft_trace *t =
      ft_trace_read (write_run (&r), (ft_read_options){0}, NULL, NULL, &error);
  assert_null (t);
  if (!strstr (error.message, why))
    fail_msg ("expected '%s' in: %s", why, error.message);
  run_release (&r);
}

static void damaged (void **state) {
  (void)state;
  refused (FT_WIRE_SOURCE (4, 2, 0), "word 5: source 2 of input, but there");
  refused (FT_WIRE_SOURCE (9, 0, 0), "no program can do that");
  refused (FT_WIRE_SOURCE (0, 0, 0), "no program can do that");
  refused (FT_WIRE_SOURCE (8, 0, UINT64_C (1) << 33), "no program can do that");
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (kept),
                                     cmocka_unit_test (damaged)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
