// A comparison of windows as a table of text.

#include "report/compare_report.h"

const char *ft_compare_window (ft_id window, char name[FT_WINDOW_NAME]) {
  if (window)
    snprintf (name, FT_WINDOW_NAME, "%u", window);
  else
    snprintf (name, FT_WINDOW_NAME, "unbounded");
  return name;
}

// ---- the table -----------------------------------------------------------

static void write_head (FILE *file, const ft_comparison *c) {
  fprintf (file, "%-9s", "");
  for (size_t t = 0; t < c->timeouts; t++) {
    char limit[40];
    snprintf (limit, sizeof limit, "%g s per candidate",
              ft_comparison_cell (c, 0, t)->timeout);
    fprintf (file, " |%31s", limit);
  }
  fprintf (file, "\n%-9s", "window");
  for (size_t t = 0; t < c->timeouts; t++)
    fprintf (file, " |%10s%11s%10s", "certified", "undecided", "seconds");
  fputc ('\n', file);
}

static void write_row (FILE *file, const ft_comparison *c, size_t window) {
  char name[FT_WINDOW_NAME];
  fprintf (file, "%-9s",
           ft_compare_window (ft_comparison_cell (c, window, 0)->window, name));
  for (size_t t = 0; t < c->timeouts; t++) {
    const ft_window_result *result = ft_comparison_cell (c, window, t);
    fprintf (file, " |%10zu%10zu%c%10.2f", result->certified, result->undecided,
             result->partial ? '*' : ' ', result->seconds);
  }
  fputc ('\n', file);
}

// ---- why windows miss races ----------------------------------------------

static void write_miss (FILE *file, const ft_comparison *c,
                        const ft_window_result *result) {
  size_t counts[FT_WINDOW_MISS_LIMIT + 1] = {0}, missed = 0;
  for (size_t i = 0; i < c->candidates; i++) {
    enum ft_window_miss miss = result->verdicts[i].miss;
    if (miss == FT_WINDOW_MISS_NONE || !ft_comparison_is_race (c, i))
      continue;
    counts[miss]++;
    missed++;
  }
  char name[FT_WINDOW_NAME];
  fprintf (file, "%-9s  %8zu%15zu%18zu%13zu%8zu\n",
           ft_compare_window (result->window, name), missed,
           counts[FT_WINDOW_MISS_APART], counts[FT_WINDOW_MISS_CUT],
           counts[FT_WINDOW_MISS_INSIDE], counts[FT_WINDOW_MISS_LIMIT]);
}

static void write_misses (FILE *file, const ft_comparison *c) {
  size_t last = c->timeouts - 1;
  fprintf (file,
           "\nRaces that each window misses, at %g s per candidate\n"
           "%-9s  %8s%15s%18s%13s%8s\n",
           ft_comparison_cell (c, 0, last)->timeout, "window", "missed",
           "too far apart", "across boundary", "open within", "limit");
  for (size_t w = 0; w < c->windows; w++)
    write_miss (file, c, ft_comparison_cell (c, w, last));
}

// ---- the summary ---------------------------------------------------------

static void write_notes (FILE *file, const ft_comparison *c) {
  size_t borrowed =
      ft_comparison_cell (c, c->windows - 1, c->timeouts - 1)->borrowed;
  if (borrowed)
    fprintf (file,
             "%zu unbounded: by the schedule that a window found within the "
             "limit.\n",
             borrowed);
  if (c->truncated)
    fprintf (file,
             "Not everything was looked at: only %zu candidates were listed.\n",
             c->candidates);
  if (c->interrupted)
    fputs ("Interrupted: rows with * are not complete.\n", file);
  else if (c->out_of_budget)
    fputs ("The budget was used up: rows with * are not complete; try a "
           "longer --budget.\n",
           file);
}

static void write_summary (FILE *file, const ft_comparison *c) {
  size_t races = 0;
  for (size_t i = 0; i < c->candidates; i++)
    races += ft_comparison_is_race (c, i);
  fputs ("---\n", file);
  write_notes (file, c);
  fprintf (file, "%zu candidate%s, %zu certified", c->candidates,
           c->candidates == 1 ? "" : "s", races);
  const ft_window_result *best =
      ft_comparison_cell (c, c->windows - 1, c->timeouts - 1);
  if (!best->window)
    fprintf (file, ", %zu undecided, %zu impossible in this trace",
             best->undecided, best->refuted);
  fprintf (file, ". %.1f s\n", c->seconds);
}

void ft_compare_text (FILE *file, const ft_compare_report *r) {
  const ft_comparison *c = r->comparison;
  if (r->verbose)
    ft_compare_races (file, r);
  write_head (file, c);
  for (size_t w = 0; w < c->windows; w++)
    write_row (file, c, w);
  if (r->quiet)
    return;
  write_misses (file, c);
  write_summary (file, c);
}
