// Windows against the whole trace: every cell of a comparison against a check
// with the same window and limit, and windowed ⊆ unbounded, candidate by
// candidate, on random traces and on the injected ones; interruption, budget,
// and the reports letter by letter.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <glob.h>

#include "model/random_trace.h"
#include "predict/comparison.h"
#include "report/compare_report.h"
#include "unit/rounds.h"
#include "load/open.h"

static ft_grid make_grid (const ft_id *windows, size_t n,
                          const double *timeouts, size_t m) {
  ft_grid grid = {0};
  for (size_t i = 0; i < n; i++)
    FT_PUSH (grid.windows, windows[i]);
  for (size_t i = 0; i < m; i++)
    FT_PUSH (grid.timeouts, timeouts[i]);
  ft_grid_sort (&grid);
  return grid;
}

#define GRID(windows, timeouts)                                                \
  make_grid (windows, sizeof (windows) / sizeof (ft_id), timeouts,             \
             sizeof (timeouts) / sizeof (double))

static ft_trace *read_trace (const char *path) {
  ft_error error = FT_NO_ERROR;
  ft_trace *trace =
      ft_trace_read (path, (ft_read_options){0}, NULL, NULL, &error);
  assert_string_equal (error.message, "");
  return trace;
}

static void sorting (void **state) {
  (void)state;
  ft_grid grid = GRID (((const ft_id[]){0, 500, 7, 0, 500}),
                       ((const double[]){60, 1, 10, 1}));
  assert_int_equal (grid.windows.size, 3);
  assert_int_equal (grid.windows.begin[0], 7);
  assert_int_equal (grid.windows.begin[1], 500);
  assert_int_equal (grid.windows.begin[2], 0);
  assert_int_equal (grid.timeouts.size, 3);
  assert_true (grid.timeouts.begin[0] < 2 && grid.timeouts.begin[2] > 59);
  ft_grid_release (&grid);
}

// ---- cells ---------------------------------------------------------------

static bool is_certified (const ft_window_result *cell, size_t candidate) {
  return cell->verdicts[candidate].race.verdict == FT_CERTIFIED;
}

// What a window certifies, the whole trace does, and no window refutes what
// does not hold the whole trace.
static void expect_subsets (const ft_trace *trace, const ft_comparison *c) {
  for (size_t t = 0; t < c->timeouts; t++) {
    const ft_window_result *whole = ft_comparison_cell (c, c->windows - 1, t);
    for (size_t w = 0; w + 1 < c->windows; w++) {
      const ft_window_result *cell = ft_comparison_cell (c, w, t);
      if (cell->window < trace->size)
        assert_int_equal (cell->refuted, 0);
      for (size_t i = 0; i < c->candidates; i++)
        assert_true (!is_certified (cell, i) || is_certified (whole, i));
    }
  }
}

static void expect_counts (const ft_comparison *c) {
  for (size_t i = 0; i < c->windows * c->timeouts; i++) {
    const ft_window_result *cell = c->cells + i;
    size_t missed = 0;
    for (size_t k = 0; k < c->candidates; k++)
      missed += cell->verdicts[k].miss != FT_WINDOW_MISS_NONE;
    assert_int_equal (cell->certified + cell->refuted + cell->undecided,
                      c->candidates);
    assert_int_equal (missed, cell->undecided);
  }
}

static bool is_same_race (const ft_race *a, const ft_race *b) {
  return a->pair[0] == b->pair[0] && a->pair[1] == b->pair[1] &&
         a->variable == b->variable && a->verdict == b->verdict;
}

// The slow twin: each cell by a check of its own.
static void expect_checks (const ft_trace *trace,
                           const ft_check_options *options,
                           const ft_comparison *c) {
  for (size_t i = 0; i < c->windows * c->timeouts; i++) {
    ft_check_options own = *options;
    ft_results results;
    own.window = c->cells[i].window;
    own.timeout = c->cells[i].timeout;
    ft_check (trace, &own, &results);
    assert_int_equal (results.size, c->candidates);
    for (size_t k = 0; k < c->candidates; k++) {
      size_t found = 0;
      for (size_t r = 0; r < results.size; r++)
        found +=
            is_same_race (results.races + r, &c->cells[i].verdicts[k].race);
      assert_true (found > 0);
    }
    assert_int_equal (results.certified, c->cells[i].certified);
    assert_int_equal (results.refuted, c->cells[i].refuted);
    ft_results_release (&results);
  }
}

// Why a window misses a pair, from positions alone.
static void expect_reasons (const ft_trace *trace, const ft_comparison *c) {
  for (size_t i = 0; i < c->windows * c->timeouts; i++)
    for (size_t k = 0; k < c->candidates; k++) {
      const ft_window_result *cell = c->cells + i;
      const ft_window_verdict *s = cell->verdicts + k;
      ft_id w = cell->window;
      bool common =
          !w || w >= trace->size || s->race.pair[0] / w == s->race.pair[1] / w;
      switch (s->miss) {
      case FT_WINDOW_MISS_NONE:
      case FT_WINDOW_MISS_INSIDE:
        assert_true (common);
        break;
      case FT_WINDOW_MISS_APART:
        assert_true (!common && c->apart[k] >= w);
        break;
      case FT_WINDOW_MISS_CUT:
        assert_true (!common && c->apart[k] < w);
        break;
      case FT_WINDOW_MISS_LIMIT:
        fail_msg ("a limit struck");
      }
    }
}

static void compare_randomly (void **state) {
  (void)state;
  ft_grid grid =
      GRID (((const ft_id[]){4, 8, 12, 1000, 0}), ((const double[]){10, 60}));
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.jobs = 1;
  size_t lost = 0, kept = 0, inside = 0;
  for (uint64_t seed = rounds_first (); seed < rounds_end (60); seed++) {
    ft_random_options o = FT_RANDOM_DEFAULTS;
    o.events = 30, o.open_sections = true;
    o = ft_random_features (seed, o);
    ft_trace *trace = ft_random_trace (seed, &o);
    ft_comparison c;
    // The last one printed before a failure repeats it.
    print_message ("%s%llu", seed == rounds_first () ? "# FT_SEED: " : " ",
                   (unsigned long long)seed);
    ft_compare (trace, &options, &grid, &c);
    assert_false (c.interrupted || c.out_of_budget || c.truncated);
    expect_subsets (trace, &c);
    expect_counts (&c);
    expect_reasons (trace, &c);
    if (seed % 4 == 0)
      expect_checks (trace, &options, &c);
    kept += ft_comparison_cell (&c, 1, 0)->certified;
    lost += ft_comparison_cell (&c, 4, 0)->certified -
            ft_comparison_cell (&c, 1, 0)->certified;
    for (size_t k = 0; k < c.candidates; k++)
      inside += c.cells[2].verdicts[k].miss == FT_WINDOW_MISS_INSIDE;
    ft_comparison_release (&c);
    ft_trace_free (trace);
  }
  print_message ("\n# windows of 8 kept %zu races, lost %zu; %zu open within\n",
                 kept, lost, inside);
  assert_true (kept > 0 && lost > 0 && inside > 0);
  ft_grid_release (&grid);
}

static void compare_injected (void **state) {
  (void)state;
  ft_grid grid =
      GRID (((const ft_id[]){50, 100, 250, 500, 0}), ((const double[]){10}));
  ft_check_options options = FT_CHECK_DEFAULTS;
  glob_t paths;
  assert_int_equal (glob ("tests/traces/injected/*.std", 0, NULL, &paths), 0);
  size_t gained = 0, step = getenv ("FT_QUICK") ? 6 : 1;
  for (size_t i = 0; i < paths.gl_pathc; i += step) {
    ft_trace *trace = read_trace (paths.gl_pathv[i]);
    ft_comparison c;
    ft_compare (trace, &options, &grid, &c);
    expect_subsets (trace, &c);
    expect_counts (&c);
    expect_reasons (trace, &c);
    assert_int_equal (ft_comparison_cell (&c, 4, 0)->undecided, 0);
    gained += ft_comparison_cell (&c, 4, 0)->certified -
              ft_comparison_cell (&c, 1, 0)->certified;
    ft_comparison_release (&c);
    ft_trace_free (trace);
  }
  assert_true (gained > 0);
  globfree (&paths);
  ft_grid_release (&grid);
}

// ---- stopping ------------------------------------------------------------

static volatile int stop;

// Stops once the first of two cells is decided.
static void stop_in_second (void *context, const char *phase, uint64_t done,
                            uint64_t total, uint64_t certified) {
  (void)context, (void)certified;
  if (!strcmp (phase, "comparing") && 2 * done >= total)
    stop = 2;
}

static void interrupted (void **state) {
  (void)state;
  ft_trace *trace = read_trace ("tests/traces/injected/arraylist-120.std");
  ft_grid grid = GRID (((const ft_id[]){200, 0}), ((const double[]){10}));
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.stop = &stop;
  options.progress = stop_in_second;
  ft_comparison c;
  stop = 0;
  ft_compare (trace, &options, &grid, &c);
  assert_true (c.interrupted && c.cells[1].partial && !c.cells[0].partial);
  assert_true (c.cells[0].certified > 0);
  // What the window certified counts for the whole trace, too.
  assert_int_equal (c.cells[1].certified, c.cells[0].certified);
  assert_int_equal (c.cells[1].borrowed, c.cells[0].certified);
  expect_subsets (trace, &c);
  expect_counts (&c);
  ft_comparison_release (&c);
  ft_grid_release (&grid);
  ft_trace_free (trace);
}

static void without_budget (void **state) {
  (void)state;
  ft_trace *trace = read_trace ("examples/hidden.std");
  ft_grid grid = GRID (((const ft_id[]){4, 0}), ((const double[]){10, 60}));
  ft_check_options options = FT_CHECK_DEFAULTS;
  options.budget = 1e-9;
  ft_comparison c;
  ft_compare (trace, &options, &grid, &c);
  assert_true (c.out_of_budget && !c.interrupted);
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal (c.cells[i].undecided, c.candidates);
    assert_true (c.cells[i].partial);
  }
  ft_comparison_release (&c);
  ft_grid_release (&grid);
  ft_trace_free (trace);
}

// ---- reports -------------------------------------------------------------

static char *print (void (*write) (FILE *, const ft_compare_report *),
                    const ft_compare_report *r) {
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  write (file, r);
  fclose (file);
  return text;
}

static void reports (void **state) {
  (void)state;
  ft_trace *trace = read_trace ("examples/hidden.std");
  ft_grid grid = GRID (((const ft_id[]){4, 6, 0}), ((const double[]){10}));
  ft_check_options options = FT_CHECK_DEFAULTS;
  ft_comparison c;
  ft_compare (trace, &options, &grid, &c);
  c.seconds = 0.25;
  for (size_t i = 0; i < 3; i++)
    c.cells[i].seconds = (double)i;
  for (size_t i = 0; i < 3; i++)
    c.cells[i].verdicts[0].race.seconds = 0;
  ft_compare_report r = {trace, &c, true, false};
  char *text = print (ft_compare_text, &r);
  assert_string_equal (
      text,
      "data race on 'x': T1 write x at hidden.c:15, T2 write x at "
      "hidden.c:23; 4 events apart\n"
      "  4          missed: too far apart for 4 events\n"
      "  6          missed: a boundary of windows lies between\n"
      "  unbounded  certified by graph, 0.000 s\n"
      "\n"
      "          |             10 s per candidate\n"
      "window    | certified  undecided   seconds\n"
      "4         |         0         1       0.00\n"
      "6         |         0         1       1.00\n"
      "unbounded |         1         0       2.00\n"
      "\n"
      "Races that each window misses, at 10 s per candidate\n"
      "window       missed  too far apart   across boundary  open within   "
      "limit\n"
      "4                 1              1                 0            0       "
      "0\n"
      "6                 1              0                 1            0       "
      "0\n"
      "unbounded         0              0                 0            0       "
      "0\n"
      "---\n"
      "1 candidate, 1 certified, 0 undecided, 0 impossible in this trace. "
      "0.2 s\n");
  free (text);
  text = print (ft_compare_json, &r);
  assert_string_equal (
      text,
      "{\n \"schema\": \"foretrace-compare/1\",\n \"rows\": [\n"
      "  {\"window\": 4, \"timeout\": 10.0, \"candidates\": 1, \"certified\": "
      "0, \"undecided\": 1, \"complete\": true, \"seconds\": 0.0},\n"
      "  {\"window\": 6, \"timeout\": 10.0, \"candidates\": 1, \"certified\": "
      "0, \"undecided\": 1, \"complete\": true, \"seconds\": 1.0},\n"
      "  {\"window\": \"unbounded\", \"timeout\": 10.0, \"candidates\": 1, "
      "\"certified\": 1, \"undecided\": 0, \"complete\": true, \"seconds\": 2.0}\n"
      " ],\n \"unfinished\": []\n}\n");
  free (text);
  ft_comparison_release (&c);
  ft_grid_release (&grid);
  ft_trace_free (trace);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sorting),          cmocka_unit_test (compare_randomly),
      cmocka_unit_test (compare_injected), cmocka_unit_test (interrupted),
      cmocka_unit_test (without_budget),   cmocka_unit_test (reports),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
