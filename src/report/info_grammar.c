#include "report/info_grammar.h"

#include "report/json_value.h"
#include "report/row.h"

enum { MOST_RULES = 10, MOST_LOCATIONS = 4 };

// Events per item: the ratio by which the grammar is shorter than the trace.
static double ratio_of (const ft_slp *slp) {
  return slp->items.size ? (double)ft_slp_length (slp) / (double)slp->items.size
                         : 1;
}

static size_t count_listed (const ft_profile *profile) {
  return profile->rows.size < MOST_RULES ? profile->rows.size : MOST_RULES;
}

// ---- text ------------------------------------------------------------------

void ft_info_grammar_size (FILE *file, const ft_info_grammar *g) {
  fprintf (file, "  %-16s %12zu\n  %-16s %12zu\n  %-16s %12zu\n", "rules",
           g->slp->rules.size, "items", g->slp->items.size, "terminals",
           g->slp->terminals.size);
  fprintf (file, "  %-16s %12.4g\n", "events per item", ratio_of (g->slp));
}

static void add_locations (ft_strbuf *line, const ft_info_grammar *g,
                           const ft_tables *tables, uint32_t rule) {
  ft_id locations[MOST_LOCATIONS + 1];
  size_t n = ft_profile_locations (g->slp, rule, locations, MOST_LOCATIONS + 1);
  for (size_t i = 0; i < n && i < MOST_LOCATIONS; i++) {
    ft_strbuf_add (line, i ? ", " : "  ");
    ft_row_location_name (
        line, ft_tables_name (tables, FT_CLASS_LOCATION, locations[i]));
  }
  if (n > MOST_LOCATIONS)
    ft_strbuf_add (line, ", ...");
}

void ft_info_grammar_rules (FILE *file, const ft_info_grammar *g,
                            const ft_tables *tables) {
  ft_strbuf line = {0};
  if (count_listed (g->profile))
    fputs ("most repeated rules (events, share, times)\n", file);
  for (size_t i = 0; i < count_listed (g->profile); i++) {
    const ft_profile_row *row = g->profile->rows.begin + i;
    ft_strbuf_add (&line, "  %12llu  %5.1f %%  %12llu",
                   (unsigned long long)row->events,
                   100 * (double)row->events / (double)ft_slp_length (g->slp),
                   (unsigned long long)row->times);
    add_locations (&line, g, tables, row->rule);
    ft_row_end (file, &line);
  }
  ft_strbuf_release (&line);
}

// ---- JSON ------------------------------------------------------------------

static json_t *row_value (const ft_info_grammar *g, const ft_tables *tables,
                          const ft_profile_row *row) {
  ft_id locations[MOST_LOCATIONS];
  size_t n =
      ft_profile_locations (g->slp, row->rule, locations, MOST_LOCATIONS);
  json_t *list = json_array ();
  for (size_t i = 0; i < n; i++)
    json_array_append_new (list, ft_json_text (ft_tables_name (
                                     tables, FT_CLASS_LOCATION, locations[i])));
  return json_pack ("{s:I, s:I, s:o}", "events", (json_int_t)row->events,
                    "times", (json_int_t)row->times, "locations", list);
}

json_t *ft_info_grammar_value (const ft_info_grammar *g,
                               const ft_tables *tables) {
  json_t *rules = json_array ();
  for (size_t i = 0; i < count_listed (g->profile); i++)
    json_array_append_new (rules,
                           row_value (g, tables, g->profile->rows.begin + i));
  return json_pack ("{s:I, s:I, s:I, s:f, s:o}", "rules",
                    (json_int_t)g->slp->rules.size, "items",
                    (json_int_t)g->slp->items.size, "terminals",
                    (json_int_t)g->slp->terminals.size, "ratio",
                    ratio_of (g->slp), "repeated", rules);
}
