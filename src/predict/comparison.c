#include "predict/comparison.h"

#include <assert.h>

#include "predict/window.h"
#include "predict/worker.h"

struct comparer {
  const ft_check_options *options;
  const ft_grid *grid;
  ft_comparison *result;
  ft_search *search;
  ft_id size;    // of the trace
  double end;    // of the budget
  size_t *asked; // candidates to decide in the current cell
  size_t cell;   // the number of cells done
};

// ---- results -------------------------------------------------------------

const ft_window_result *ft_comparison_cell (const ft_comparison *c,
                                            size_t window, size_t timeout) {
  assert (window < c->windows && timeout < c->timeouts);
  return c->cells + window * c->timeouts + timeout;
}

static size_t count_cells (const ft_comparison *c) {
  return c->windows * c->timeouts;
}

bool ft_comparison_is_race (const ft_comparison *c, size_t candidate) {
  for (size_t i = 0; i < count_cells (c); i++)
    if (c->cells[i].verdicts[candidate].race.verdict == FT_CERTIFIED)
      return true;
  return false;
}

void ft_comparison_release (ft_comparison *c) {
  for (size_t i = 0; i < count_cells (c); i++) {
    for (size_t k = 0; k < c->candidates; k++)
      free (c->cells[i].verdicts[k].race.reason);
    free (c->cells[i].verdicts);
  }
  free (c->cells);
  free (c->apart);
  *c = (ft_comparison){0};
}

// ---- misses of a window ----------------------------------------------------

static bool is_in_window (const struct comparer *c, const ft_candidate *k,
                          ft_id window) {
  for (uint32_t i = 0; i < k->kept; i++)
    if (ft_window_is_common (
            (ft_id[]){k->closest[i].first, k->closest[i].second}, window,
            c->size))
      return true;
  return false;
}

static bool hit_limit (const ft_window_verdict *s, double timeout) {
  return s->race.verdict == FT_UNDECIDED && s->race.seconds >= timeout / 2;
}

static enum ft_window_miss find_miss (const struct comparer *c,
                                      const ft_window_result *cell,
                                      size_t candidate) {
  const ft_candidate *k =
      ft_search_candidates (c->search)->list.begin + candidate;
  if (cell->verdicts[candidate].race.verdict != FT_UNDECIDED)
    return FT_WINDOW_MISS_NONE;
  if (is_in_window (c, k, cell->window))
    return hit_limit (cell->verdicts + candidate, cell->timeout) ||
                   cell->partial
               ? FT_WINDOW_MISS_LIMIT
               : FT_WINDOW_MISS_INSIDE;
  return c->result->apart[candidate] < cell->window ? FT_WINDOW_MISS_CUT
                                                    : FT_WINDOW_MISS_APART;
}

// ---- one cell ------------------------------------------------------------

// Whether the verdict holds under a longer limit.  A borrowed one does not:
// with more time the whole trace may certify the candidate itself.
static bool is_final (const ft_window_verdict *s, double timeout) {
  return !s->borrowed && !hit_limit (s, timeout);
}

static void copy_verdict (ft_window_verdict *to,
                          const ft_window_verdict *from) {
  *to = *from;
  if (from->race.reason)
    to->race.reason = ft_strdup (from->race.reason);
}

// Takes over the final verdicts of a shorter limit and lists the other
// candidates.
static size_t list_open (const struct comparer *c, ft_window_result *cell,
                         const ft_window_result *shorter) {
  size_t n = 0;
  for (size_t i = 0; i < c->result->candidates; i++)
    if (shorter && is_final (shorter->verdicts + i, shorter->timeout))
      copy_verdict (cell->verdicts + i, shorter->verdicts + i);
    else
      c->asked[n++] = i;
  return n;
}

static void take_race (ft_window_verdict *s, ft_race *race) {
  ft_witness_release (&race->witness);
  s->race = *race;
  race->reason = NULL;
}

static void show_cell (void *context, const char *phase, uint64_t done,
                       uint64_t total, uint64_t certified) {
  const struct comparer *c = context;
  uint64_t n = c->result->candidates;
  (void)phase;
  c->options->progress (c->options->context, "comparing",
                        c->cell * n + (n - total) + done,
                        count_cells (c->result) * n, certified);
}

static ft_check_options cell_options (struct comparer *c,
                                      const ft_window_result *cell) {
  ft_check_options options = *c->options;
  double left = c->end - ft_seconds_now ();
  options.begun = 0;
  options.window = cell->window;
  options.timeout = cell->timeout;
  if (options.budget > 0)
    options.budget = left > 0 ? left : 1e-9;
  if (options.progress) {
    options.progress = show_cell;
    options.context = c;
  }
  return options;
}

static void decide_open (struct comparer *c, ft_window_result *cell,
                         size_t count) {
  ft_check_options options = cell_options (c, cell);
  ft_results results;
  ft_search_run (c->search, &options, c->asked, count, &results);
  for (size_t i = 0; i < count; i++)
    take_race (cell->verdicts + c->asked[i], results.races + c->asked[i]);
  cell->partial = results.interrupted || results.out_of_budget;
  c->result->interrupted |= results.interrupted;
  c->result->out_of_budget |= results.out_of_budget;
  ft_results_release (&results);
}

// The widest window of the same limit that certified the candidate, if any.
static const ft_window_verdict *
find_certifying_window (const struct comparer *c, size_t timeout,
                        size_t candidate) {
  for (size_t w = c->result->windows; w--;) {
    const ft_window_result *cell = ft_comparison_cell (c->result, w, timeout);
    const ft_window_verdict *s = cell->verdicts + candidate;
    if (cell->window && s->race.verdict == FT_CERTIFIED)
      return s;
  }
  return NULL;
}

// Certifies candidates that the whole trace left undecided by the schedules of
// windows.
static void certify_by_windows (struct comparer *c, ft_window_result *cell,
                                size_t timeout) {
  for (size_t i = 0; i < c->result->candidates; i++) {
    ft_window_verdict *s = cell->verdicts + i;
    const ft_window_verdict *window_verdict =
        s->race.verdict == FT_UNDECIDED ? find_certifying_window (c, timeout, i)
                                        : NULL;
    if (!window_verdict)
      continue;
    double spent = s->race.seconds;
    free (s->race.reason);
    copy_verdict (s, window_verdict);
    s->race.seconds += spent;
    s->borrowed = true;
  }
}

static void add_up (const struct comparer *c, ft_window_result *cell) {
  for (size_t i = 0; i < c->result->candidates; i++) {
    ft_window_verdict *s = cell->verdicts + i;
    s->miss = find_miss (c, cell, i);
    cell->certified += s->race.verdict == FT_CERTIFIED;
    cell->refuted += s->race.verdict == FT_REFUTED;
    cell->undecided += s->race.verdict == FT_UNDECIDED;
    cell->borrowed += s->borrowed;
    cell->seconds += s->race.seconds;
  }
}

static void decide_cell (struct comparer *c, size_t window, size_t timeout) {
  ft_comparison *r = c->result;
  ft_window_result *cell = r->cells + window * r->timeouts + timeout;
  cell->window = c->grid->windows.begin[window];
  cell->timeout = c->grid->timeouts.begin[timeout];
  cell->verdicts = FT_ARRAY (ft_window_verdict, r->candidates);
  size_t count = list_open (c, cell, timeout ? cell - 1 : NULL);
  if (timeout && cell[-1].partial)
    cell->partial = true;
  if (count)
    decide_open (c, cell, count);
  if (!cell->window)
    certify_by_windows (c, cell, timeout);
  add_up (c, cell);
}

// ---- the comparison ------------------------------------------------------

static void measure_distances (struct comparer *c) {
  const ft_candidates *list = ft_search_candidates (c->search);
  c->result->candidates = list->list.size;
  c->result->apart = FT_ARRAY (ft_id, list->list.size);
  for (size_t i = 0; i < list->list.size; i++) {
    const ft_pair *closest = list->list.begin[i].closest;
    c->result->apart[i] = closest->second - closest->first;
  }
}

static void record_cuts (struct comparer *c) {
  ft_comparison *r = c->result;
  size_t whole = 0;
  for (size_t i = 0; i < count_cells (r); i++)
    whole += !r->cells[i].partial;
  r->phases = *ft_search_phases (c->search);
  if (whole < count_cells (r))
    ft_phase_cut (&r->phases, FT_PHASE_CERTIFYING,
                  r->interrupted ? FT_TRUNCATION_INTERRUPT : FT_TRUNCATION_TIME,
                  whole * r->candidates, count_cells (r) * r->candidates);
  r->truncated = ft_phases_miss_races (&r->phases);
  r->interrupted = ft_phases_cut_by (&r->phases, FT_TRUNCATION_INTERRUPT);
  r->out_of_budget = ft_phases_cut_by (&r->phases, FT_TRUNCATION_TIME);
}

// Short limits come first, so that a budget that runs out has completed rows.
void ft_compare (const ft_trace *trace, const ft_check_options *options,
                 const ft_grid *grid, ft_comparison *result) {
  double begin = options->begun > 0 ? options->begun : ft_seconds_now ();
  struct comparer c = {.options = options,
                       .grid = grid,
                       .result = result,
                       .size = trace->size,
                       .end = begin + options->budget};
  *result = (ft_comparison){.windows = grid->windows.size,
                            .timeouts = grid->timeouts.size};
  ft_check_options races = *options;
  races.deadlocks = races.failures = false;
  c.search = ft_search_new (trace, &races);
  measure_distances (&c);
  c.asked = FT_ARRAY (size_t, result->candidates);
  result->cells = FT_ARRAY (ft_window_result, count_cells (result));
  for (size_t t = 0; t < result->timeouts; t++)
    for (size_t w = 0; w < result->windows; w++, c.cell++)
      decide_cell (&c, w, t);
  record_cuts (&c);
  free (c.asked);
  ft_search_free (c.search);
  result->seconds = ft_seconds_now () - begin;
}

// ---- grid ------------------------------------------------------------------

void ft_grid_release (ft_grid *grid) {
  FT_RELEASE (grid->windows);
  FT_RELEASE (grid->timeouts);
}

// The whole trace is wider than every window: 0 wraps to the greatest.
static int compare_windows (const void *a, const void *b) {
  ft_id v = *(const ft_id *)a - 1, w = *(const ft_id *)b - 1;
  return (v > w) - (v < w);
}

static int compare_timeouts (const void *a, const void *b) {
  double v = *(const double *)a, w = *(const double *)b;
  return (v > w) - (v < w);
}

#define DROP_REPETITIONS(list)                                                 \
  do {                                                                         \
    size_t kept = 0;                                                           \
    for (size_t i = 0; i < (list).size; i++)                                   \
      if (!i || (list).begin[i] != (list).begin[kept - 1])                     \
        (list).begin[kept++] = (list).begin[i];                                \
    (list).size = kept;                                                        \
  } while (0)

void ft_grid_sort (ft_grid *grid) {
  qsort (grid->windows.begin, grid->windows.size, sizeof (ft_id),
         compare_windows);
  qsort (grid->timeouts.begin, grid->timeouts.size, sizeof (double),
         compare_timeouts);
  DROP_REPETITIONS (grid->windows);
  DROP_REPETITIONS (grid->timeouts);
}
