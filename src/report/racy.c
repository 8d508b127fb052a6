#include "report/racy.h"

#include <stdlib.h>
#include <string.h>

#include "report/json_value.h"
#include "report/row.h"

enum { SHOWN = 20 };

void ft_racy_release (ft_racy *racy) {
  FT_RELEASE (racy->events);
  FT_RELEASE (racy->shown);
  free (racy->pairs);
  *racy = (ft_racy){0};
}

static void add_pair (ft_racy *racy, ft_pos first, ft_pos second) {
  if (racy->pair_count == racy->pair_capacity) {
    racy->pair_capacity = racy->pair_capacity ? 2 * racy->pair_capacity : 64;
    racy->pairs =
        ft_realloc (racy->pairs, racy->pair_capacity, sizeof *racy->pairs);
  }
  racy->pairs[racy->pair_count++] = (struct ft_racy_pair){first, second};
}

void ft_racy_add (ft_racy *racy, ft_pos position, const ft_event *e,
                  const ft_pos *partners, size_t partner_count) {
  FT_PUSH (racy->events, position);
  if (racy->shown.size < SHOWN)
    FT_PUSH (racy->shown, *e);
  for (size_t i = 0; i < partner_count; i++)
    add_pair (racy, partners[i], position);
}

// ---- text ----------------------------------------------------------------

static void write_event (FILE *file, const ft_racy_report *r, ft_pos position,
                         const ft_event *e) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "  event %llu", (unsigned long long)position);
  ft_row_column (&line, 18);
  ft_row_name (&line, ft_tables_name (r->tables, FT_CLASS_THREAD, e->thread));
  ft_strbuf_add (&line, " %s ", ft_kind_name (e->kind));
  if (e->target != FT_NO_ID)
    ft_row_name (
        &line, ft_tables_name (r->tables, ft_kind_class (e->kind), e->target));
  if (e->location != FT_NO_ID) {
    ft_row_column (&line, 44);
    ft_strbuf_add (&line, "at ");
    ft_row_name (&line,
                 ft_tables_name (r->tables, FT_CLASS_LOCATION, e->location));
  }
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

void ft_racy_text (FILE *file, const ft_racy_report *r) {
  const ft_racy *racy = r->racy;
  for (size_t i = 0; i < racy->shown.size; i++)
    write_event (file, r, racy->events.begin[i], racy->shown.begin + i);
  if (racy->events.size > racy->shown.size)
    fprintf (file, "  … %zu more (--format json has all)\n",
             racy->events.size - racy->shown.size);
  for (size_t i = 0; i < racy->pair_count; i++)
    fprintf (file, "  pair %llu %llu\n",
             (unsigned long long)racy->pairs[i].first,
             (unsigned long long)racy->pairs[i].second);
  fprintf (file, "---\n%s: %zu racy of %llu events", r->order,
           racy->events.size, (unsigned long long)r->events);
  if (r->pairs)
    fprintf (file, ", %zu pairs", racy->pair_count);
  fprintf (file, "%s. %.1f s\n",
           strcmp (r->order, "syncp") ? "; candidates, not verdicts"
                                      : "; others may race as well",
           r->seconds);
}

// ---- JSON ----------------------------------------------------------------

void ft_racy_json (FILE *file, const ft_racy_report *r) {
  const ft_racy *racy = r->racy;
  fprintf (file,
           "{\n \"schema\": \"foretrace-filter/1\",\n \"order\": \"%s\",\n"
           " \"events\": %llu,\n \"racy_events\": [",
           r->order, (unsigned long long)r->events);
  for (size_t i = 0; i < racy->events.size; i++)
    fprintf (file, i ? ",%llu" : "%llu",
             (unsigned long long)racy->events.begin[i]);
  fputs ("],\n", file);
  if (r->pairs)
    fputs (" \"pairs\": [", file);
  for (size_t i = 0; r->pairs && i < racy->pair_count; i++)
    fprintf (file, i ? ",[%llu,%llu]" : "[%llu,%llu]",
             (unsigned long long)racy->pairs[i].first,
             (unsigned long long)racy->pairs[i].second);
  if (r->pairs)
    fputs ("],\n", file);
  fputs (" \"seconds\": ", file);
  ft_json_write (file, ft_json_seconds (r->seconds));
  fputs ("\n}\n", file);
}
