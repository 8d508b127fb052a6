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

static void expect_origins_left (void) {
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_text (
      "in.jsonl", "{\"thread\":\"T\",\"op\":\"write\",\"variable\":\"x\","
                  "\"size\":4,\"value\":7,\"input\":\"stdin\",\"at\":0}\n");
  ft_trace *t = read_trace (path, (ft_read_options){0});
  path = scratch_path ("in.ftp");
  ft_compressor *out = ft_compressor_open (path, &error);
  ft_packed_writer *p = ft_packed_writer_new (out, 1);
  ft_packed_writer_identify (p, ft_trace_digest (t));
  ft_packed_writer_leave_origins (p);
  assert_true (ft_packed_writer_put (p, &t->tables, t->events, &error));
  assert_true (ft_packed_writer_finish (p, &t->tables, &error));
  assert_true (ft_compressor_commit (out, &error));
  ft_packed_writer_free (p);
  ft_compressor_free (out);
  ft_trace *again = read_trace (path, (ft_read_options){0});
  assert_true (same_trace (t, again));
  assert_true (FT_EMPTY (again->tables.origins.writes));
  assert_true (ft_packed_file_digest (path) == ft_trace_digest (t));
  ft_trace_free (again);
  ft_trace_free (t);
}

// What is written of a run for the checker: it needs no origins, and the file
// says what it is without being read.
static void identified_traces_leave_origins (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  expect_origins_left ();
  ft_trace *t = draw_trace (3);
  const char *path = write_packed (t, "unknown.ftp", 16, &error);
  assert_true (ft_packed_file_digest (path) == 0);
  assert_true (ft_packed_file_digest (scratch_path ("none.ftp")) == 0);
  path = scratch_text ("text.ftp", "T1|w(x)|1\nT1|w(x)|1\nT1|w(x)|1\n");
  assert_true (ft_packed_file_digest (path) == 0);
  ft_trace_free (t);
}

// Alternative paths, also in others, in blocks of every size.
static void alternative_paths_survive (void **state) {
  (void)state;
  unsigned with = 0, nested = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (3000); seed++) {
    ft_trace *t = draw_branching_trace (seed);
    uint32_t block = seed % 3 ? 1 + (uint32_t)(seed % 37) : FT_PACKED_EVENTS;
    if (!t)
      continue;
    const ft_altpaths *a = &t->tables.altpaths;
    with += a->branches.size > 0;
    for (size_t i = 0; i < a->of_event.size; i++)
      nested += a->of_event.begin[i] != FT_NO_ID;
    if (round_trip_fails (t, &block))
      fail_msg ("FT_SEED=%u: packed, it reads back differently",
                (unsigned)seed);
    ft_trace_free (t);
  }
  assert_true (!rounds_are_many () || (with > 500 && nested > 500));
}

// Streamed, the tables have the paths of a batch while it is at hand.
static void alternative_paths_are_streamed (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    ft_error error = FT_NO_ERROR;
    ft_trace *t = draw_branching_trace (seed);
    if (!t)
      continue;
    const char *path = write_packed (t, "s.ftp", 7, &error);
    ft_reader *r =
        ft_reader_open (path, (ft_read_options){.stream = true}, &error);
    ft_writer *w = ft_writer_open (scratch_path ("s.jsonl"), NULL, &error);
    ft_batch b;
    while (ft_reader_batch (r, &b, &error) > 0)
      for (uint32_t i = 0; i < b.count; i++)
        assert_true (
            ft_writer_put (w, ft_reader_tables (r), b.events + i, &error));
    assert_true (ft_writer_commit (w, ft_reader_tables (r), &error));
    ft_trace *again =
        read_trace (scratch_path ("s.jsonl"), (ft_read_options){0});
    assert_non_null (again);
    assert_int_equal (ft_trace_digest (t), ft_trace_digest (again));
    ft_writer_free (w);
    ft_reader_free (r);
    ft_trace_free (again);
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

// Written before there were alternative paths.
static void version_1_is_read (void **state) {
  (void)state;
  ft_trace *t = read_trace ("examples/spin.jsonl", (ft_read_options){0});
  ft_trace *old =
      read_trace ("tests/traces/packed-version-1.ftp", (ft_read_options){0});
  assert_non_null (old);
  assert_true (same_trace (t, old));
  ft_trace_free (old);
  ft_trace_free (t);
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
      cmocka_unit_test (alternative_paths_survive),
      cmocka_unit_test (alternative_paths_are_streamed),
      cmocka_unit_test (identified_traces_leave_origins),
      cmocka_unit_test (version_1_is_read),
      cmocka_unit_test (files_survive),
      cmocka_unit_test (repaired_traces_survive),
      cmocka_unit_test (large_dictionaries_survive),
      cmocka_unit_test (columns_may_be_left_out),
      cmocka_unit_test (told_by_name_or_content),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
