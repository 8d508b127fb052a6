// A comparison of windows as JSON (docs/schema/foretrace-compare-1.json).

#include "report/compare_report.h"
#include "report/json_value.h"

static json_t *make_row (const ft_comparison *c,
                         const ft_window_result *result) {
  json_t *window = result->window ? json_integer (result->window)
                                  : json_string ("unbounded");
  return json_pack (
      "{s:o, s:o, s:I, s:I, s:I, s:b, s:o}", "window", window, "timeout",
      json_real (result->timeout), "candidates", (json_int_t)c->candidates,
      "certified", (json_int_t)result->certified, "undecided",
      (json_int_t)result->undecided, "complete", (int)!result->partial,
      "seconds", ft_json_seconds (result->seconds));
}

void ft_compare_json (FILE *file, const ft_compare_report *r) {
  const ft_comparison *c = r->comparison;
  fputs ("{\n \"schema\": \"foretrace-compare/1\",\n \"rows\": [", file);
  for (size_t i = 0; i < c->windows * c->timeouts; i++) {
    fputs (i ? ",\n  " : "\n  ", file);
    ft_json_write (file, make_row (c, c->cells + i));
  }
  fputs ("\n ],\n \"unfinished\": ", file);
  ft_json_write (file, ft_json_phases (&c->phases));
  fputs ("\n}\n", file);
}
