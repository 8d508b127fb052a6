// Compressed traces: what is written reads back as the same trace, for traces
// of every kind and blocks of every size, and loads as a grammar of it.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>

#include "grammar/ftz_load.h"
#include "tests/model/shrink.h"
#include "tests/unit/rounds.h"
#include "tests/unit/same_trace.h"
#include "tests/unit/write_compressed.h"
#include "load/open.h"

// ---- as a grammar ----------------------------------------------------------

// What a terminal says of the event, which the validator may have flagged.
static bool is_terminal_of (const ft_event *terminal, const ft_event *e) {
  uint8_t from_file = FT_HAS_VALUE | FT_UNSIGNALLED | FT_TRIED;
  return terminal->kind == e->kind && terminal->mask == e->mask &&
         terminal->order == e->order && terminal->thread == e->thread &&
         terminal->target == e->target && terminal->location == e->location &&
         terminal->condition == e->condition &&
         !((terminal->flags ^ e->flags) & from_file) &&
         (terminal->detail == FT_NO_ID) == (e->detail == FT_NO_ID);
}

static bool loads (const char *path, const ft_trace *t) {
  ft_error error = FT_NO_ERROR;
  ft_ftz_loaded l;
  if (!ft_ftz_load (path, 0, &l, &error)) {
    print_message ("%s\n", error.message);
    return false;
  }
  bool same = ft_slp_length (&l.slp) == t->size;
  ft_slp_cursor cursor = {.slp = &l.slp};
  ft_slp_seek (&cursor, 0);
  for (ft_id i = 0; same && i < t->size; i++)
    same = is_terminal_of (l.slp.terminals.begin + ft_slp_next (&cursor),
                           t->events + i);
  ft_slp_cursor_release (&cursor);
  ft_ftz_loaded_release (&l);
  return same;
}

// ---- round trips -----------------------------------------------------------

static bool round_trip_fails (const ft_trace *t, void *context) {
  ft_error error = FT_NO_ERROR;
  if (!t->size)
    return false;
  const char *path =
      write_compressed (t, "trip.ftz", *(const ft_ftz_limits *)context, &error);
  ft_trace *again = path ? read_trace (path, (ft_read_options){0}) : NULL;
  bool same = again && same_trace (t, again) && loads (path, again);
  ft_trace_free (again);
  return !same;
}

// Random traces have a location for each event; programs have loops.
static void fold_locations (ft_trace *t, uint32_t locations) {
  for (ft_id i = 0; i < t->size; i++)
    t->events[i].location %= locations;
}

static void random_traces_survive (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (2000); seed++) {
    ft_trace *t = draw_trace (seed);
    if (seed % 4)
      fold_locations (t, 1 + seed % 5);
    ft_ftz_limits limits = {1 + (uint32_t)(seed % 37),
                            1 + (uint32_t)(seed % 83)};
    if (seed % 3 == 0)
      limits = FT_FTZ_LIMITS;
    if (round_trip_fails (t, &limits)) {
      ft_trace *small = ft_shrink_trace (t, round_trip_fails, &limits);
      ft_print_trace (stderr, small);
      fail_msg ("FT_SEED=%u: compressed, it reads back differently",
                (unsigned)seed);
    }
    ft_trace_free (t);
  }
}

static void expect_trip (const char *path) {
  ft_trace *t = read_trace (path, (ft_read_options){.lenient = true});
  assert_non_null (t);
  if (t->altpath_events) { // alternatives, which have no place here
    ft_trace_free (t);
    return;
  }
  if (round_trip_fails (t, &FT_FTZ_LIMITS) ||
      round_trip_fails (t, &(ft_ftz_limits){100, 50}))
    fail_msg ("%s: compressed, it reads back differently", path);
  ft_error error = FT_NO_ERROR;
  const char *text = scratch_path ("file.jsonl");
  assert_true (ft_trace_write (t, text, NULL, &error));
  ft_trace *other = read_trace (text, (ft_read_options){0});
  ft_trace *again =
      read_trace (scratch_path ("trip.ftz"), (ft_read_options){0});
  expect_same_notes (other, again);
  ft_trace_free (other);
  ft_trace_free (again);
  ft_trace_free (t);
}

static void files_survive (void **state) {
  (void)state;
  static const char *const patterns[] = {
      "examples/*.std",         "examples/spin.jsonl",
      "tests/traces/*/*.std",   "tests/traces/*/*.std.zst",
      "tests/traces/*/*.jsonl", "tests/regress/*.std"};
  glob_t found = {0};
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
    assert_int_equal (glob (patterns[i], i ? GLOB_APPEND : 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++)
    expect_trip (found.gl_pathv[i]);
  globfree (&found);
}

// ---- loops -----------------------------------------------------------------

// Counts of a loop differ in each round; their predictions are right.
static void counters_take_no_space (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_new ("loop", "std");
  for (ft_id i = 0; i < 40000; i++) {
    ft_event e = FT_EVENT_NONE;
    e.thread = 0;
    e.kind = i % 2 ? FT_WRITE : FT_READ;
    e.target = 0;
    e.flags = FT_HAS_VALUE;
    e.value = (i + 1) / 2;
    ft_model_push (t, e);
  }
  fold_locations (t, 2);
  assert_false (round_trip_fails (t, &FT_FTZ_LIMITS));
  size_t size;
  free (scratch_read (write_compressed (t, "loop.ftz", FT_FTZ_LIMITS, &error),
                      &size));
  if (size > 400)
    fail_msg ("%zu bytes", size);
  ft_trace_free (t);
}

// A recorded program: each round has locals and a constant of its own.
static ft_trace *read_rounds (uint32_t rounds) {
  const char *path = scratch_path ("rounds.jsonl");
  FILE *f = fopen (path, "w");
  assert_non_null (f);
  for (uint32_t i = 0; i < rounds; i++)
    fprintf (f,
             "{\"thread\":\"T%u\",\"op\":\"read\",\"variable\":\"x\","
             "\"result\":\"%%%u\",\"pointers\":[],\"location\":\"1\"}\n"
             "{\"thread\":\"T%u\",\"op\":\"local\",\"result\":\"%%%u\","
             "\"operator\":\"add\",\"operands\":[\"%%%u\",%u]}\n"
             "{\"thread\":\"T%u\",\"op\":\"write\",\"variable\":\"x\","
             "\"operator\":\"copy\",\"operands\":[\"%%%u\"],"
             "\"pointers\":[],\"location\":\"2\"}\n",
             i % 2, i - i % 2, i % 2, i - i % 2 + 1, i - i % 2, i / 2, i % 2,
             i - i % 2 + 1);
  assert_int_equal (fclose (f), 0);
  ft_trace *t = read_trace (path, (ft_read_options){0});
  assert_non_null (t);
  return t;
}

static void locals_take_no_rules (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  ft_trace *t = read_rounds (10000);
  assert_false (round_trip_fails (t, &FT_FTZ_LIMITS));
  assert_false (round_trip_fails (t, &(ft_ftz_limits){1000, 100}));
  ft_ftz_loaded l;
  assert_true (
      ft_ftz_load (write_compressed (t, "rounds.ftz", FT_FTZ_LIMITS, &error), 0,
                   &l, &error));
  if (l.slp.items.size > 30)
    fail_msg ("%zu items", l.slp.items.size);
  ft_ftz_loaded_release (&l);
  ft_trace_free (t);
}

// Names of locals: series, and what looks like them and is none.
static void names_survive (void **state) {
  (void)state;
  static const char *const names[] = {"%0",
                                      "%1",
                                      "%2",
                                      "%4",
                                      "%5",
                                      "%05",
                                      "%06",
                                      "%9",
                                      "%10",
                                      "%11",
                                      "7",
                                      "8",
                                      "9",
                                      "10",
                                      "r",
                                      "s",
                                      "%010",
                                      "%011",
                                      "a9b",
                                      "a10b",
                                      "%00",
                                      "%000",
                                      "%001",
                                      "x99",
                                      "x100",
                                      "x999999999999999999",
                                      "x1000000000000000000",
                                      "x18446744073709551615",
                                      "x18446744073709551616"};
  const char *path = scratch_path ("names.jsonl");
  FILE *f = fopen (path, "w");
  assert_non_null (f);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    fprintf (f,
             "{\"thread\":\"T\",\"op\":\"read\",\"variable\":\"x\","
             "\"result\":\"%s\"}\n",
             names[i]);
  assert_int_equal (fclose (f), 0);
  ft_trace *t = read_trace (path, (ft_read_options){0});
  assert_non_null (t);
  for (uint32_t items = 1; items < 40; items += 3)
    assert_false (round_trip_fails (t, &(ft_ftz_limits){items, items}));
  ft_trace_free (t);
}

// A recorded loop: sums under a lock, and counts, whose operations on locals
// have neither target nor location.
static void recorded_rounds_take_no_space (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  const char *path = scratch_path ("sums.jsonl");
  FILE *f = fopen (path, "w");
  assert_non_null (f);
  for (uint32_t i = 0; i < 20000; i++) {
    bool sums = i % 2 == 0;
    uint32_t k = i / 2, local = 2 * i, before = sums ? k * (k - 1) / 2 : k / 8;
    uint32_t operand = sums ? k : 1, value = before + operand;
    char variable[8] = "sum";
    if (!sums)
      snprintf (variable, sizeof variable, "c%u", k % 8);
    fprintf (f,
             "{\"thread\":\"T\",\"op\":\"read\",\"variable\":\"%s\","
             "\"value\":%u,\"result\":\"%%%u\"}\n"
             "{\"thread\":\"T\",\"op\":\"local\",\"size\":4,\"value\":%u,"
             "\"result\":\"%%%u\",\"operator\":\"add\","
             "\"operands\":[\"%%%u\",%u]}\n"
             "{\"thread\":\"T\",\"op\":\"write\",\"variable\":\"%s\","
             "\"value\":%u,\"operator\":\"copy\",\"operands\":[\"%%%u\"]}\n",
             variable, before, local, value, local + 1, local, operand,
             variable, value, local + 1);
  }
  assert_int_equal (fclose (f), 0);
  ft_trace *t = read_trace (path, (ft_read_options){0});
  assert_non_null (t);
  assert_false (round_trip_fails (t, &FT_FTZ_LIMITS));
  size_t size;
  free (scratch_read (write_compressed (t, "sums.ftz", FT_FTZ_LIMITS, &error),
                      &size));
  if (size > 1500)
    fail_msg ("%zu bytes", size);
  ft_trace_free (t);
}

// ---- grammars --------------------------------------------------------------

static ft_slp random_grammar (ft_rng *rng, const ft_trace *t) {
  ft_slp slp = {0};
  for (uint32_t i = 0; i < t->size; i++) {
    ft_event e = t->events[i];
    e.flags &= (uint8_t)~FT_HAS_VALUE;
    ft_slp_add (&slp, &e);
  }
  uint32_t rules = 1 + ft_rng_below (rng, 12);
  for (uint32_t r = 0; r < rules; r++) {
    for (uint32_t n = 1 + ft_rng_below (rng, 5); n; n--)
      ft_slp_item (&slp, FT_SLP_TERMINAL (ft_rng_below (rng, t->size)),
                   1 + ft_rng_below (rng, 3));
    if (r)
      ft_slp_item (&slp, FT_SLP_RULE (r - 1), 1 + ft_rng_below (rng, 2));
    ft_slp_rule (&slp);
  }
  return slp;
}

static bool expands_to (const char *path, const ft_slp *slp) {
  ft_error error = FT_NO_ERROR;
  ft_reader *r = ft_reader_open (path, (ft_read_options){0}, &error);
  ft_slp_cursor cursor = {.slp = slp};
  ft_slp_seek (&cursor, 0);
  ft_event e;
  uint64_t n = 0;
  bool same = r;
  for (; same && ft_reader_next (r, &e, &error) > 0; n++)
    same = is_terminal_of (slp->terminals.begin + ft_slp_next (&cursor), &e);
  ft_slp_cursor_release (&cursor);
  ft_reader_free (r);
  return same && !error.code && n == ft_slp_length (slp);
}

// Accesses alone, so that what a grammar makes is well formed.
static void grammars_survive (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (500); seed++) {
    ft_rng rng = ft_rng_init (seed);
    ft_error error = FT_NO_ERROR;
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.acquire = 0;
    ft_trace *t = ft_random_trace (seed, &o);
    ft_slp slp = random_grammar (&rng, t);
    assert_true (ft_slp_check (&slp, "grammar", &error));
    const char *path = write_grammar (&slp, &t->tables, "g.ftz", &error);
    if (!path || !expands_to (path, &slp))
      fail_msg ("FT_SEED=%u: %s", (unsigned)seed, error.message);
    ft_slp_release (&slp);
    ft_trace_free (t);
  }
}

// Two threads, 10^9 increments each: loaded, and not expanded.
static void long_grammars_load (void **state) {
  (void)state;
  ft_error error = FT_NO_ERROR;
  ft_trace *t = ft_trace_new ("figure-1", "std");
  ft_slp slp = {0};
  for (ft_tid thread = 0; thread < 2; thread++) {
    for (int i = 0; i < 2; i++) {
      ft_event e = FT_EVENT_NONE;
      e.thread = thread, e.target = 0;
      e.kind = i ? FT_WRITE : FT_READ;
      ft_model_push (t, e);
      e.location = (ft_id)i;
      ft_slp_item (&slp, FT_SLP_TERMINAL (ft_slp_add (&slp, &e)), 1);
    }
    ft_slp_rule (&slp);
  }
  ft_slp_item (&slp, FT_SLP_RULE (0), 1000000000);
  ft_slp_item (&slp, FT_SLP_RULE (1), 1000000000);
  ft_slp_rule (&slp);
  assert_true (ft_slp_check (&slp, "grammar", &error));
  const char *path = write_grammar (&slp, &t->tables, "long.ftz", &error);
  assert_non_null (path);
  ft_ftz_loaded l;
  assert_true (ft_ftz_load (path, 0, &l, &error));
  assert_int_equal (ft_slp_length (&l.slp), 4000000000);
  ft_ftz_loaded_release (&l);
  ft_slp_release (&slp);
  ft_trace_free (t);
}

// ---- columns ---------------------------------------------------------------

static void values_may_be_left_out (void **state) {
  (void)state;
  for (uint64_t seed = rounds_first (); seed < rounds_end (200); seed++) {
    ft_error error = FT_NO_ERROR;
    ft_trace *t = draw_trace (seed);
    ft_read_options options = {.without = FT_COLUMN_VALUES | FT_COLUMN_DETAILS,
                               .stream = seed % 2};
    ft_reader *r = ft_reader_open (
        write_compressed (t, "c.ftz", (ft_ftz_limits){16, 16}, &error), options,
        &error);
    assert_non_null (r);
    ft_event e;
    for (ft_id i = 0; i < t->size; i++) {
      assert_int_equal (ft_reader_next (r, &e, &error), 1);
      bool counts = e.kind == FT_SEM_INIT || e.kind == FT_FENCE;
      assert_int_equal (e.flags & FT_HAS_VALUE,
                        counts ? t->events[i].flags & FT_HAS_VALUE : 0);
      assert_int_equal (e.target, t->events[i].target);
      assert_int_equal (e.location, t->events[i].location);
      assert_int_equal (e.detail != FT_NO_ID,
                        e.kind == FT_ALLOC || e.kind == FT_FREE);
    }
    assert_int_equal (ft_reader_next (r, &e, &error), 0);
    ft_reader_free (r);
    ft_trace_free (t);
  }
}

int main (void) {
  ft_writer_add (&ft_ftz_format);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_traces_survive),
      cmocka_unit_test (files_survive),
      cmocka_unit_test (counters_take_no_space),
      cmocka_unit_test (locals_take_no_rules),
      cmocka_unit_test (names_survive),
      cmocka_unit_test (recorded_rounds_take_no_space),
      cmocka_unit_test (grammars_survive),
      cmocka_unit_test (long_grammars_load),
      cmocka_unit_test (values_may_be_left_out),
  };
  return cmocka_run_group_tests_name ("ftz", tests, NULL, NULL);
}
