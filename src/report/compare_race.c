// The races that each window misses, race by race.

#include "report/compare_report.h"

#include <string.h>

#include "report/race_kind.h"
#include "report/row.h"
#include "report/text_race.h"

// The certified verdict about a candidate from the widest window and the
// longest limit.
static const ft_race *find_race (const ft_comparison *c, size_t candidate) {
  for (size_t i = c->windows * c->timeouts; i--;)
    if (c->cells[i].verdicts[candidate].race.verdict == FT_CERTIFIED)
      return &c->cells[i].verdicts[candidate].race;
  return NULL;
}

static void add_access (ft_strbuf *line, const ft_trace *trace, ft_id event) {
  ft_row_name (line, ft_trace_name (trace, FT_CLASS_THREAD,
                                    trace->events[event].thread));
  ft_strbuf_add (line, " ");
  ft_row_event (line, trace, event);
  if (trace->events[event].location != FT_NO_ID) {
    ft_strbuf_add (line, " at ");
    ft_row_location (line, trace, trace->events[event].location);
  }
}

static void write_title (FILE *file, const ft_trace *trace, const ft_race *race,
                         ft_id apart) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "%s '",
                 ft_race_kind_words (ft_race_kind_of (trace, race->pair)));
  ft_row_name (&line, ft_trace_name (trace, FT_CLASS_VARIABLE, race->variable));
  ft_strbuf_add (&line, "': ");
  add_access (&line, trace, race->pair[0]);
  ft_strbuf_add (&line, ", ");
  add_access (&line, trace, race->pair[1]);
  ft_strbuf_add (&line, "; %u event%s apart", apart, apart == 1 ? "" : "s");
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

// Adds the reason without its suggestions, since a comparison tries everything.
static void add_reason (ft_strbuf *line, const char *reason) {
  const char *hint = NULL;
  for (const char *p = reason; (p = strstr (p, "; try ")); p++)
    hint = p;
  ft_strbuf text = {0};
  ft_strbuf_add_bytes (&text, reason,
                       hint ? (size_t)(hint - reason) : strlen (reason));
  ft_row_name (line, ft_strbuf_text (&text));
  ft_strbuf_release (&text);
}

// The colour of a verdict; a race that a window misses is undecided for this
// window.
static const char *color_of (const ft_window_verdict *s) {
  return ft_text_verdict_color (s->miss == FT_WINDOW_MISS_NONE ? s->race.verdict
                                                               : FT_UNDECIDED);
}

static void add_verdict (ft_strbuf *line, const ft_window_verdict *s,
                         ft_id window) {
  switch (s->miss) {
  case FT_WINDOW_MISS_NONE:
    ft_strbuf_add (line, "%s%s%s, %.3f s", ft_verdict_name (s->race.verdict),
                   s->race.certifier ? " by " : "",
                   s->race.certifier ? s->race.certifier : "", s->race.seconds);
    if (s->borrowed)
      ft_strbuf_add (line, " (the schedule of a window)");
    return;
  case FT_WINDOW_MISS_APART:
    ft_strbuf_add (line, "missed: too far apart for %u events", window);
    return;
  case FT_WINDOW_MISS_CUT:
    ft_strbuf_add (line, "missed: a boundary of windows lies between");
    return;
  case FT_WINDOW_MISS_INSIDE:
  case FT_WINDOW_MISS_LIMIT:
    ft_strbuf_add (line, "missed: ");
    add_reason (line, s->race.reason);
    return;
  }
}

static bool is_alike (const ft_comparison *c, size_t window, size_t candidate) {
  enum ft_window_miss first =
      ft_comparison_cell (c, window, 0)->verdicts[candidate].miss;
  for (size_t t = 0; t < c->timeouts; t++)
    if (ft_comparison_cell (c, window, t)->verdicts[candidate].miss != first)
      return false;
  return true;
}

// Writes one line for each window, or for each limit if the limits differ.
static void write_window (FILE *file, const ft_compare_report *r, size_t window,
                          size_t candidate) {
  const ft_comparison *c = r->comparison;
  bool alike = is_alike (c, window, candidate);
  for (size_t t = 0; t < (alike ? 1 : c->timeouts); t++) {
    const ft_window_result *cell = ft_comparison_cell (c, window, t);
    char name[FT_WINDOW_NAME];
    ft_strbuf line = {0};
    ft_strbuf_add (&line, "  %-9s  ", ft_compare_window (cell->window, name));
    if (!alike)
      ft_strbuf_add (&line, "%g s: ", cell->timeout);
    const ft_window_verdict *s = cell->verdicts + candidate;
    ft_strbuf_add (&line, "%s", r->color ? color_of (s) : "");
    add_verdict (&line, s, cell->window);
    ft_strbuf_add (&line, "%s", r->color ? "\033[0m" : "");
    ft_row_end (file, &line);
    ft_strbuf_release (&line);
  }
}

void ft_compare_races (FILE *file, const ft_compare_report *r) {
  const ft_comparison *c = r->comparison;
  for (size_t i = 0; i < c->candidates; i++) {
    const ft_race *race = find_race (c, i);
    if (!race)
      continue;
    write_title (file, r->trace, race, c->apart[i]);
    for (size_t w = 0; w < c->windows; w++)
      write_window (file, r, w, i);
    fputc ('\n', file);
  }
}
