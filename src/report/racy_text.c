// Racy events and pairs of locations, the first of them, for people.

#include <inttypes.h>
#include <string.h>

#include "report/racy.h"
#include "report/row.h"

enum { SHOWN = 20 };

static void add_name (ft_strbuf *line, const ft_racy_report *r,
                      enum ft_class class, ft_id id) {
  ft_row_name (line, ft_tables_name (r->tables, class, id));
}

// ---- events --------------------------------------------------------------

// Adds an event and, if it has a class, the name of its target.
static void add_event (ft_strbuf *line, const ft_racy_report *r,
                       const ft_race_event *end, enum ft_class class,
                       ft_id target) {
  ft_strbuf_add (line, "  event %llu", (unsigned long long)end->position);
  ft_row_column (line, 18);
  add_name (line, r, FT_CLASS_THREAD, end->thread);
  ft_strbuf_add (line, " %s ", ft_kind_name ((enum ft_kind)end->kind));
  if (target != FT_NO_ID)
    add_name (line, r, class, target);
  if (end->location != FT_NO_ID) {
    ft_row_column (line, 44);
    ft_strbuf_add (line, "at ");
    add_name (line, r, FT_CLASS_LOCATION, end->location);
  }
}

static void write_shown (FILE *file, const ft_racy_report *r,
                         const struct ft_racy_shown *shown) {
  ft_strbuf line = {0};
  const ft_event *e = &shown->event;
  ft_race_event end = {shown->position, e->thread, e->location, e->kind};
  add_event (&line, r, &end, ft_kind_class ((enum ft_kind)e->kind), e->target);
  if (r->count > 1)
    ft_row_column (&line, 64);
  for (size_t i = 0; r->count > 1 && i < r->count; i++)
    if (shown->findings >> i & 1)
      ft_strbuf_add (&line, " %s", r->findings[i].order);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

// The number of events that are racy for any relation.
static uint64_t racy_events (const ft_racy_report *r) {
  uint64_t count = 0;
  size_t words = 0;
  if (r->count == 1)
    return r->findings->events.count;
  for (size_t i = 0; i < r->count; i++)
    if (r->findings[i].events.positions.size > words)
      words = r->findings[i].events.positions.size;
  for (size_t w = 0; w < words; w++) {
    uint64_t any = 0;
    for (size_t i = 0; i < r->count; i++)
      if (w < r->findings[i].events.positions.size)
        any |= r->findings[i].events.positions.begin[w];
    count += (uint64_t)__builtin_popcountll (any);
  }
  return count;
}

static void write_more (FILE *file, uint64_t more) {
  if (more)
    fprintf (file, "  … %" PRIu64 " more (--format json has all)\n", more);
}

static void write_events (FILE *file, const ft_racy_report *r) {
  for (size_t i = 0; i < r->shown.size; i++)
    write_shown (file, r, r->shown.begin + i);
  write_more (file, racy_events (r) - r->shown.size);
  for (size_t i = 0; i < r->count; i++)
    for (size_t k = 0; k < r->findings[i].all.size; k++)
      fprintf (file, "  pair %llu %llu%s%s\n",
               (unsigned long long)r->findings[i].all.begin[k].first,
               (unsigned long long)r->findings[i].all.begin[k].second,
               r->count > 1 ? "  " : "",
               r->count > 1 ? r->findings[i].order : "");
}

// ---- pairs of locations --------------------------------------------------

// A pair of locations and its result for each relation.
struct row {
  const ft_location_pair *of[FT_RACY_MOST]; // NULL: nothing
  const ft_race_instance
      *closest; // from the first relation that found the pair
};

typedef FT_STACK (struct row) rows;

static void add_rows (rows *list, ft_map *known, const ft_racy_report *r,
                      size_t finding) {
  const ft_location_pairs *pairs = &r->findings[finding].pairs;
  for (size_t i = 0; i < pairs->list.size; i++) {
    const ft_location_pair *pair = pairs->list.begin + i;
    uint32_t *at =
        ft_map_at (known, (uint64_t)pair->low << 32 | (uint64_t)pair->high);
    if (*at == FT_NO_ID) {
      *at = (uint32_t)list->size;
      FT_PUSH (*list, ((struct row){.closest = pair->closest}));
    }
    list->begin[*at].of[finding] = pair;
  }
}

static int compare_rows (const void *a, const void *b) {
  const struct row *p = a, *q = b;
  return ft_race_instance_compare (p->closest, q->closest);
}

static void add_location (ft_strbuf *line, const ft_racy_report *r,
                          const ft_race_event *end, ft_id variable) {
  if (end->location != FT_NO_ID) {
    ft_row_location_name (
        line, ft_tables_name (r->tables, FT_CLASS_LOCATION, end->location));
    return;
  }
  ft_strbuf_add (line, "%s ", ft_kind_name ((enum ft_kind)end->kind));
  add_name (line, r, FT_CLASS_VARIABLE, variable);
}

static void add_count (ft_strbuf *line, const ft_location_pair *pair) {
  if (pair)
    ft_strbuf_add (line, "%s%" PRIu64, pair->exact ? "" : "at least ",
                   pair->instances);
  else
    ft_strbuf_add (line, "none");
}

// The relation with the closest pair.
static size_t find_closest (const struct row *row) {
  size_t i = 0;
  while (!row->of[i])
    i++;
  return i;
}

// Adds ": 1 pair of events:", ": 7 pairs of events, the closest:", or ", pairs
// of events: hb none, wcp 7; the closest of wcp:".
static void add_counts (ft_strbuf *line, const ft_racy_report *r,
                        const struct row *row) {
  if (r->count == 1) {
    bool one = row->of[0]->instances == 1;
    ft_strbuf_add (line, ": ");
    add_count (line, row->of[0]);
    ft_strbuf_add (line,
                   one ? " pair of events:" : " pairs of events, the closest:");
    return;
  }
  for (size_t i = 0; i < r->count; i++) {
    ft_strbuf_add (line, "%s %s ",
                   i ? "," : ", pairs of events:", r->findings[i].order);
    add_count (line, row->of[i]);
  }
  ft_strbuf_add (line,
                 "; the closest of %s:", r->findings[find_closest (row)].order);
}

static void write_row (FILE *file, const ft_racy_report *r,
                       const struct row *row) {
  ft_strbuf line = {0};
  const ft_race_instance *m = row->closest;
  const ft_location_pair *pair = row->of[find_closest (row)];
  add_location (&line, r, &m->first, m->variable);
  if (pair->low == pair->high)
    ft_strbuf_add (&line, " with itself");
  else {
    ft_strbuf_add (&line, " and ");
    add_location (&line, r, &m->second, m->variable);
  }
  add_counts (&line, r, row);
  ft_row_end (file, &line);
  add_event (&line, r, &m->first, FT_CLASS_VARIABLE, m->variable);
  ft_row_end (file, &line);
  add_event (&line, r, &m->second, FT_CLASS_VARIABLE, m->variable);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

static void write_location_pairs (FILE *file, const ft_racy_report *r) {
  rows list = {0};
  ft_map known = {0};
  for (size_t i = 0; i < r->count; i++)
    add_rows (&list, &known, r, i);
  if (list.size)
    qsort (list.begin, list.size, sizeof *list.begin, compare_rows);
  size_t shown = list.size < SHOWN ? list.size : SHOWN;
  for (size_t i = 0; i < shown; i++)
    write_row (file, r, list.begin + i);
  write_more (file, list.size - shown);
  ft_map_release (&known);
  FT_RELEASE (list);
}

// ---- summary -------------------------------------------------------------

// Lists the parts of the trace that were missing.
static void write_missing (FILE *file, const ft_notes *notes) {
  enum { MOST_SHOWN = 5 };
  size_t more = 0, shown = 0;
  for (size_t i = 0; i < notes->list.size; i++) {
    const ft_note *note = notes->list.begin + i;
    if (!ft_note_is_loss (note))
      continue;
    if (shown++ >= MOST_SHOWN) {
      more++;
      continue;
    }
    ft_strbuf line = {0};
    ft_strbuf_add (&line, "Not analysed: ");
    ft_row_name (&line, note->text);
    if (note->count > 1)
      ft_strbuf_add (&line, " (and %" PRIu64 " more like it)", note->count - 1);
    ft_row_end (file, &line);
    ft_strbuf_release (&line);
  }
  if (more)
    fprintf (file, "Not analysed: %zu more (see the warnings)\n", more);
}

static void write_remarks (FILE *file, const ft_racy_report *r) {
  if (r->notes)
    write_missing (file, r->notes);
  bool cut = false, racy = false;
  for (size_t i = 0; i < r->count; i++) {
    const ft_racy_finding *f = r->findings + i;
    cut |= f->cut;
    racy |= f->events.count;
    if (f->alone)
      fprintf (file, "%" PRIu64 " of the racy events of %s are in no pair.\n",
               f->alone, f->order);
  }
  if (cut)
    fputs ("Some pairs of locations may be missing or not counted: too many\n"
           "threads and locations touch one variable.\n",
           file);
  if (r->items)
    fprintf (file,
             "On the grammar (%" PRIu64 " items): racy events are not listed; "
             "--expand has them.\n",
             r->items);
  if (r->one_pass && racy)
    fputs ("Pairs of locations need a second reading: give a file, not a "
           "pipe.\n",
           file);
  if (r->stopped)
    fprintf (file, "%s at event %llu%s.\n",
             r->stopped == FT_STOP_MEMORY ? "Stopped by --memory"
                                          : "Interrupted",
             (unsigned long long)r->stopped_at,
             r->stopped_pass == 1
                 ? ": this is what was found until then"
                 : " of the second reading: pairs are those until then");
}

static const char *units_of (const ft_racy_report *r) {
  return r->screened ? "records" : "events";
}

static void write_counts (FILE *file, const ft_racy_report *r,
                          const ft_racy_finding *f) {
  if (r->items) {
    fprintf (file, "%s: %zu pair%s of locations in %" PRIu64 " events",
             f->order, f->pairs.list.size, f->pairs.list.size == 1 ? "" : "s",
             r->events);
    return;
  }
  fprintf (file, "%s: %" PRIu64 " racy of %" PRIu64 " %s", f->order,
           f->events.count, r->events, units_of (r));
  if (r->pairs == FT_PAIRS_ALL)
    fprintf (file, ", %zu pairs", f->all.size);
  if (r->paired && f->events.count)
    fprintf (file, ", %zu pair%s of locations", f->pairs.list.size,
             f->pairs.list.size == 1 ? "" : "s");
}

static void write_costs (FILE *file, const ft_racy_report *r) {
  fprintf (file, "%.1f s", r->seconds);
  double rate = r->seconds > 0 ? (double)r->events / r->seconds : 0;
  if (r->seconds >= 0.1)
    fprintf (file, rate >= 1e6 ? ", %.1f M %s/s" : ", %.0f %s/s",
             rate >= 1e6 ? rate / 1e6 : rate, units_of (r));
  if (r->pairs_seconds >= 0.1)
    fprintf (file, ", pairs %.1f s", r->pairs_seconds);
  if (r->peak)
    fprintf (file, ", peak %llu MiB", (unsigned long long)(r->peak >> 20));
  putc ('\n', file);
}

static void write_summary (FILE *file, const ft_racy_report *r) {
  fputs ("---\n", file);
  write_remarks (file, r);
  for (size_t i = 0; i < r->count; i++) {
    write_counts (file, r, r->findings + i);
    fputs (r->count > 1 ? "\n" : "", file);
  }
  bool sure = !strcmp (r->findings->order, "syncp");
  fprintf (file, "%s. ",
           r->count > 1 ? "Candidates, which 'foretrace check' decides"
           : sure       ? "; others may race as well"
                        : "; candidates, which 'foretrace check' decides");
  write_costs (file, r);
}

void ft_racy_text (FILE *file, const ft_racy_report *r) {
  if (r->paired)
    write_location_pairs (file, r);
  else
    write_events (file, r);
  write_summary (file, r);
}
