// The JSON report of a filter, written item by item: there may be millions.

#include <inttypes.h>

#include "load/unfollowed.h"
#include "report/json_value.h"
#include "report/racy.h"

static json_t *name_of (const ft_racy_report *r, enum ft_class class,
                        ft_id id) {
  if (id == FT_NO_ID)
    return json_null ();
  return ft_json_text (ft_tables_name (r->tables, class, id));
}

static json_t *end_value (const ft_racy_report *r, const ft_race_event *end) {
  return json_pack ("{s:I, s:o, s:s, s:o}", "event", (json_int_t)end->position,
                    "thread", name_of (r, FT_CLASS_THREAD, end->thread), "kind",
                    ft_kind_name ((enum ft_kind)end->kind), "location",
                    name_of (r, FT_CLASS_LOCATION, end->location));
}

static json_t *instance_value (const ft_racy_report *r,
                               const ft_race_instance *m) {
  return json_pack ("{s:o, s:o, s:o}", "variable",
                    name_of (r, FT_CLASS_VARIABLE, m->variable), "first",
                    end_value (r, &m->first), "second",
                    end_value (r, &m->second));
}

static json_t *pair_value (const ft_racy_report *r,
                           const ft_location_pair *pair) {
  json_t *closest = json_array ();
  for (uint32_t i = 0; i < pair->kept; i++)
    json_array_append_new (closest, instance_value (r, pair->closest + i));
  return json_pack (
      "{s:[o,o], s:I, s:b, s:o}", "locations",
      name_of (r, FT_CLASS_LOCATION, pair->closest->first.location),
      name_of (r, FT_CLASS_LOCATION, pair->closest->second.location),
      "instances", (json_int_t)pair->instances, "exact", (int)pair->exact,
      "closest", closest);
}

// The first member at or after 'n', or UINT64_MAX.
static uint64_t next_member (const ft_bits *bits, uint64_t n) {
  for (uint64_t w = n / 64; w < bits->size; w++) {
    uint64_t rest =
        bits->begin[w] & (w == n / 64 ? UINT64_MAX << n % 64 : UINT64_MAX);
    if (rest)
      return 64 * w + (uint64_t)__builtin_ctzll (rest);
  }
  return UINT64_MAX;
}

static void write_positions (FILE *file, const ft_racy_finding *f) {
  const char *between = "";
  fputs (" \"racy_events\": [", file);
  for (ft_pos p = next_member (&f->events.positions, 0); p != UINT64_MAX;
       p = next_member (&f->events.positions, p + 1)) {
    fprintf (file, "%s%" PRIu64, between, p);
    between = ",";
  }
  fputs ("],\n", file);
}

static void write_all_pairs (FILE *file, const ft_racy_finding *f) {
  fputs (" \"pairs\": [", file);
  for (size_t i = 0; i < f->all.size; i++)
    fprintf (file, i ? ",[%llu,%llu]" : "[%llu,%llu]",
             (unsigned long long)f->all.begin[i].first,
             (unsigned long long)f->all.begin[i].second);
  fputs ("],\n", file);
}

static void write_location_pairs (FILE *file, const ft_racy_report *r,
                                  const ft_racy_finding *f) {
  fprintf (file, " \"all_location_pairs\": %s,\n", f->cut ? "false" : "true");
  if (!r->items)
    fprintf (file, " \"without_pair\": %" PRIu64 ",\n", f->alone);
  fputs (" \"location_pairs\": [", file);
  for (size_t i = 0; i < f->pairs.list.size; i++) {
    fputs (i ? ",\n  " : "\n  ", file);
    ft_json_write (file, pair_value (r, f->pairs.list.begin + i));
  }
  fputs ("],\n", file);
}

static void write_finding (FILE *file, const ft_racy_report *r,
                           const ft_racy_finding *f) {
  fprintf (file, " \"order\": \"%s\",\n", f->order);
  if (!r->items)
    write_positions (file, f);
  if (r->pairs == FT_PAIRS_ALL)
    write_all_pairs (file, f);
  if (r->paired)
    write_location_pairs (file, r, f);
}

// The members of each finding come before the last one, which has no comma.
static void write_findings (FILE *file, const ft_racy_report *r) {
  if (r->count == 1) {
    write_finding (file, r, r->findings);
    return;
  }
  fputs (" \"relations\": [", file);
  for (size_t i = 0; i < r->count; i++) {
    fputs (i ? ",\n {\n" : "\n {\n", file);
    write_finding (file, r, r->findings + i);
    if (r->items)
      fputs (" \"racy\": null}", file);
    else
      fprintf (file, " \"racy\": %" PRIu64 "}", r->findings[i].events.count);
  }
  fputs ("],\n", file);
}

static void write_stop (FILE *file, const ft_racy_report *r) {
  if (!r->stopped)
    return;
  fputs (" \"stopped\": ", file);
  ft_json_write (
      file,
      json_pack ("{s:s, s:i, s:I}", "why",
                 r->stopped == FT_STOP_MEMORY ? "memory" : "interrupt", "pass",
                 r->stopped_pass, "event", (json_int_t)r->stopped_at));
  fputs (",\n", file);
}

static void write_notes (FILE *file, const ft_racy_report *r) {
  json_t *list = json_array ();
  for (size_t i = 0; r->notes && i < r->notes->list.size; i++) {
    const ft_note *note = r->notes->list.begin + i;
    if (ft_note_is_unfollowed (note))
      continue;
    json_array_append_new (list, json_pack ("{s:o, s:I, s:b}", "text",
                                            ft_json_text (note->text), "count",
                                            (json_int_t)note->count, "missing",
                                            (int)ft_note_is_loss (note)));
  }
  fputs (" \"warnings\": ", file);
  ft_json_write (file, list);
  fputs (",\n", file);
}

void ft_racy_json (FILE *file, const ft_racy_report *r) {
  fprintf (file,
           "{\n \"schema\": \"foretrace-filter/1\",\n \"events\": %" PRIu64
           ",\n",
           r->events);
  if (r->screened)
    fputs (" \"screened\": true,\n", file);
  if (r->items)
    fprintf (file, " \"grammar\": {\"items\": %" PRIu64 "},\n", r->items);
  write_findings (file, r);
  write_stop (file, r);
  write_notes (file, r);
  fputs (" \"cost\": ", file);
  ft_json_write (file,
                 json_pack ("{s:{s:o}, s:{s:o}, s:I}", "filter", "seconds",
                            ft_json_seconds (r->seconds), "pairs", "seconds",
                            ft_json_seconds (r->pairs_seconds), "peak_bytes",
                            (json_int_t)r->peak));
  fputs (",\n \"seconds\": ", file);
  ft_json_write (file, ft_json_seconds (r->seconds + r->pairs_seconds));
  fputs ("\n}\n", file);
}
