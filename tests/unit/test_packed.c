// Packed traces: what is written reads back as the same trace, for traces of
// every kind and blocks of every size, and with the same warnings as other
// formats give.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "tests/unit/same_trace.h"
#include "tests/unit/write_packed.h"
#include "format/reader.h"
#include "format/writer.h"
#include "load/open.h"

static bool round_trip_fails (const ft_trace *t, void *context) {
  ft_error error = FT_NO_ERROR;
  if (!t->size)
    return false;
  const char *path =
      write_packed (t, "trip.ftp", *(const uint32_t *)context, &error);
  ft_trace *again = path ? read_trace (path, (ft_read_options){0}) : NULL;
  bool same = again && same_trace (t, again);
  ft_trace_free (again);
  return !same;
}

static void random_traces_survive (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_trace *t = draw_trace (seed);
    uint32_t block = seed % 3 ? 1 + (uint32_t)(seed % 37) : FT_PACKED_EVENTS;
    if (round_trip_fails (t, &block)) {
      ft_trace *small = ft_shrink_trace (t, round_trip_fails, &block);
      ft_print_trace (stderr, small);
      fail_msg ("FT_SEED=%u: packed, it reads back differently",
                (unsigned)seed);
    }
    ft_trace_free (t);
  }
}

// ---- files -----------------------------------------------------------------

// There as another format gives it, and back through that format.
static void expect_trip (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_trace *t = read_trace (path, (ft_read_options){0});
  assert_non_null (t);
  const char *packed = scratch_path ("file.ftp");
  assert_true (ft_trace_write (t, packed, NULL, &error));
  ft_trace *again = read_trace (packed, (ft_read_options){0});
  assert_non_null (again);
  assert_true (same_trace (t, again));
  assert_string_equal (again->format, "packed");
  const char *text = scratch_path ("file.jsonl");
  assert_true (ft_trace_write (t, text, NULL, &error));
  ft_trace *other = read_trace (text, (ft_read_options){0});
  expect_same_notes (other, again);
  ft_trace_free (other);
  ft_trace_free (again);
  ft_trace_free (t);
}

static void files_survive (void **state) {
  (void)state;
  static const char *const files[] = {
      "examples/cache.std",
      "examples/hidden.std",
      "examples/spin.jsonl",
      "tests/traces/real/treeset.std",
      "tests/traces/real/jigsaw.std.zst",
      "tests/regress/access-before-free.jsonl",
      "tests/regress/shared-sections-both-open.jsonl"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    expect_trip (files[i]);
}

static const char flawed[] =
    "T1|fork(T2)|1\nT1|fork(T2)|1\nT1|rel(l)|2\nT2|acq(l)|3\nT1|acq(l)|3\n"
    "T1|begin|4\nT1|w(x)|5\n";

static void repaired_traces_survive (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_text ("flawed.std", flawed);
  ft_trace *t = read_trace (path, (ft_read_options){.lenient = true});
  assert_true (ft_trace_write (t, scratch_path ("f.ftp"), NULL, &error));
  assert_true (ft_trace_write (t, scratch_path ("f.jsonl"), NULL, &error));
  ft_trace *a = read_trace (scratch_path ("f.ftp"), (ft_read_options){0});
  ft_trace *b = read_trace (scratch_path ("f.jsonl"), (ft_read_options){0});
  assert_true (same_trace (a, b));
  assert_int_equal (ft_trace_digest (a), ft_trace_digest (t));
  expect_same_notes (a, b);
  ft_trace_free (t);
  ft_trace_free (a);
  ft_trace_free (b);
}

// Enough different names for indices of two bytes, and more than one block.
static void large_dictionaries_survive (void **state) {
  (void)state;
  enum { EVENTS = 200000 };
  ft_rng rng = ft_rng_init (1);
  ft_trace *t = ft_trace_new ("large", "std");
  for (ft_id i = 0; i < EVENTS; i++) {
    ft_event e = FT_EVENT_NONE;
    e.thread = ft_rng_below (&rng, 300);
    e.kind = FT_WRITE;
    e.target = ft_rng_below (&rng, 100000);
    e.flags = FT_HAS_VALUE;
    e.value = ((uint64_t)ft_rng_below (&rng, 1u << 20) << 44) + i % 7;
    e.value = i % 1000 ? e.value : UINT64_MAX;
    ft_model_push (t, e);
  }
  assert_false (round_trip_fails (t, &(uint32_t){FT_PACKED_EVENTS}));
  ft_trace_free (t);
}

// ---- columns ---------------------------------------------------------------

static void expect_without (const ft_trace *t, const char *path) {
  ft_error error = FT_NO_ERROR;
  unsigned all = FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES | FT_COLUMN_DETAILS;
  ft_read_options options = {.without = all, .stream = true};
  ft_reader *r = ft_reader_open (path, options, &error);
  assert_non_null (r);
  ft_batch b;
  int got;
  ft_pos read = 0;
  while ((got = ft_reader_batch (r, &b, &error)) > 0)
    for (uint32_t i = 0; i < b.count; i++, read++) {
      const ft_event *e = t->events + read, *f = b.events + i;
      assert_int_equal (f->location, FT_NO_ID);
      assert_int_equal (ft_reader_location (r, read), e->location);
      assert_true (e->kind == f->kind && e->target == f->target &&
                   e->condition == f->condition && e->thread == f->thread);
      bool counts = e->kind == FT_SEM_INIT || e->kind == FT_FENCE;
      assert_int_equal (f->flags & FT_HAS_VALUE,
                        counts ? e->flags & FT_HAS_VALUE : 0);
      assert_int_equal (f->detail != FT_NO_ID,
                        e->kind == FT_ALLOC || e->kind == FT_FREE);
      const ft_detail *d = ft_tables_detail (ft_reader_tables (r), f);
      if (d)
        assert_int_equal (d->freed_count,
                          ft_tables_detail (&t->tables, e)->freed_count);
    }
  assert_int_equal (got, 0);
  assert_int_equal (read, t->size);
  ft_reader_free (r);
}

static void columns_may_be_left_out (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    ft_error error = FT_NO_ERROR;
    ft_trace *t = draw_trace (seed);
    expect_without (t, write_packed (t, "columns.ftp", 16, &error));
    ft_trace_free (t);
  }
}

static void told_by_name_or_content (void **state) {
  (void)state;
  static const char *const names[] = {"t.ftp", "t.ftp.zst", "t.ftp.gz"};
  ft_error error = FT_NO_ERROR;
  ft_trace *t = draw_trace (7);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *path = scratch_path (names[i]);
    assert_true (ft_trace_write (t, path, NULL, &error));
    assert_int_equal (rename (path, scratch_path ("unnamed")), 0);
    ft_trace *again =
        read_trace (scratch_path ("unnamed"), (ft_read_options){0});
    assert_non_null (again);
    assert_true (same_trace (t, again));
    ft_trace_free (again);
  }
  ft_trace_free (t);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces_survive),
      cmocka_unit_test (files_survive),
      cmocka_unit_test (repaired_traces_survive),
      cmocka_unit_test (large_dictionaries_survive),
      cmocka_unit_test (columns_may_be_left_out),
      cmocka_unit_test (told_by_name_or_content),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
