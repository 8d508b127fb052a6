#include "report/info.h"

#include "load/unfollowed.h"
#include "report/json_value.h"
#include "report/row.h"

#include <stdlib.h>

enum { HOTTEST = 10 };

// The counted classes of names, and the unit of their numbers.
typedef struct topic {
  enum ft_class class;
  const char *plural, *unit;
  const struct ft_census_counts *counts;
} topic;

enum { TOPICS = 4 };

static void list_topics (const ft_census *c, topic topics[TOPICS]) {
  topics[0] = (topic){FT_CLASS_THREAD, "threads", "events", &c->threads};
  topics[1] = (topic){FT_CLASS_LOCK, "locks", "acquires", &c->locks};
  topics[2] =
      (topic){FT_CLASS_VARIABLE, "variables", "accesses", &c->variables};
  topics[3] = (topic){FT_CLASS_LOCATION, "locations", "events", &c->locations};
}

// ---- text ----------------------------------------------------------------

static void write_kinds (FILE *file, const ft_census *census) {
  for (int kind = 0; kind < FT_KIND_COUNT; kind++)
    if (census->kinds[kind])
      fprintf (file, "  %-16s %12llu\n", ft_kind_name (kind),
               (unsigned long long)census->kinds[kind]);
  if (census->dropped)
    fprintf (file, "  %-16s %12llu\n", "without effect",
             (unsigned long long)census->dropped);
}

// Lists the names that are used most, if they are used more than once.
static void write_hottest (FILE *file, const ft_info_report *r,
                           const topic *t) {
  ft_census_top top[HOTTEST];
  size_t n = ft_census_hottest (t->counts, HOTTEST, top);
  if (!n || top[0].count == 1)
    return;
  fprintf (file, "hottest %s (%s)\n", t->plural, t->unit);
  ft_strbuf line = {0};
  for (size_t i = 0; i < n; i++) {
    ft_strbuf_add (&line, "  %12llu  ", (unsigned long long)top[i].count);
    ft_row_name (&line, ft_tables_name (r->tables, t->class, top[i].id));
    ft_row_end (file, &line);
  }
  ft_strbuf_release (&line);
}

typedef struct reason_count {
  enum ft_concretize_reason reason;
  uint64_t count; // single values and all reads of a thread
} reason_count;

static int compare_counts (const void *a, const void *b) {
  const reason_count *x = a, *y = b;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return (x->reason > y->reason) - (x->reason < y->reason);
}

// Lists the reasons that occur, most frequent first; returns their number.
static int list_reasons (const ft_concretize_counts *c,
                         reason_count list[FT_CONCRETIZE_REASON_COUNT]) {
  int n = 0;
  for (int i = 0; i < FT_CONCRETIZE_REASON_COUNT; i++)
    if (c->values[i] + c->all[i])
      list[n++] = (reason_count){(enum ft_concretize_reason)i,
                                 c->values[i] + c->all[i]};
  qsort (list, (size_t)n, sizeof *list, compare_counts);
  return n;
}

static uint64_t sum (const uint64_t counts[FT_CONCRETIZE_REASON_COUNT]) {
  uint64_t all = 0;
  for (int i = 0; i < FT_CONCRETIZE_REASON_COUNT; i++)
    all += counts[i];
  return all;
}

static void write_concretized (FILE *file, const ft_concretize_counts *c) {
  reason_count list[FT_CONCRETIZE_REASON_COUNT];
  int n = list_reasons (c, list);
  uint64_t values = sum (c->values), all = sum (c->all);
  fprintf (file,
           "  concretized: %llu value%s, %llu time%s all that a thread had "
           "read\n",
           (unsigned long long)values, values == 1 ? "" : "s",
           (unsigned long long)all, all == 1 ? "" : "s");
  for (int i = 0; i < n; i++)
    fprintf (file, "  %12llu  %-20s  %s\n", (unsigned long long)list[i].count,
             ft_concretize_reason_name (list[i].reason),
             ft_concretize_reason_about (list[i].reason));
}

static void write_code (FILE *file, const ft_reexecution_stats *c) {
  fprintf (file,
           "code followed: %llu of %llu records, %llu events added, "
           "desynchronised %llu times, %llu records differ\n",
           (unsigned long long)c->followed, (unsigned long long)c->records,
           (unsigned long long)c->added, (unsigned long long)c->desynchronised,
           (unsigned long long)c->differing);
  if (c->instructions)
    fprintf (file, "  %llu instructions, %.2f %% of them modelled\n",
             (unsigned long long)c->instructions,
             100 * (1 - (double)c->uninterpreted / (double)c->instructions));
  write_concretized (file, &c->concretized);
  if (c->altpaths)
    fprintf (file, "  %llu alternative paths looked at%s\n",
             (unsigned long long)c->altpaths,
             c->unknown_escaped
                 ? "; none touches memory, since uninstrumented code may "
                   "have changed any"
                 : "");
}

void ft_info_text (FILE *file, const ft_info_report *r) {
  topic topics[TOPICS];
  list_topics (r->census, topics);
  ft_strbuf line = {0};
  ft_row_name (&line, r->path);
  ft_strbuf_add (&line, ": format %s, %llu event%s", r->format,
                 (unsigned long long)r->census->events,
                 r->census->events == 1 ? "" : "s");
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
  if (r->packing.blocks)
    fprintf (file, "  %-16s %12lu\n  %-16s %12.3g\n", "blocks",
             (unsigned long)r->packing.blocks, "bytes per event",
             (double)r->packing.bytes / (double)r->census->events);
  if (r->grammar)
    ft_info_grammar_size (file, r->grammar);
  for (int i = 0; i < TOPICS; i++)
    fprintf (file, "  %-16s %12lu\n", topics[i].plural,
             (unsigned long)ft_tables_count (r->tables, topics[i].class));
  if (r->code)
    write_code (file, r->code);
  fputs ("events by kind\n", file);
  write_kinds (file, r->census);
  for (int i = 0; i < TOPICS; i++)
    write_hottest (file, r, topics + i);
  if (r->grammar)
    ft_info_grammar_rules (file, r->grammar, r->tables);
  fputs ("---\n'foretrace check' predicts races from it.\n", file);
}

// ---- JSON ----------------------------------------------------------------

static json_t *kinds_value (const ft_census *census) {
  json_t *kinds = json_object ();
  for (int kind = 0; kind < FT_KIND_COUNT; kind++)
    if (census->kinds[kind])
      json_object_set_new (kinds, ft_kind_name (kind),
                           json_integer ((json_int_t)census->kinds[kind]));
  return kinds;
}

static json_t *hottest_value (const ft_info_report *r, const topic *t) {
  ft_census_top top[HOTTEST];
  size_t n = ft_census_hottest (t->counts, HOTTEST, top);
  json_t *list = json_array ();
  for (size_t i = 0; i < n; i++) {
    const char *name = ft_tables_name (r->tables, t->class, top[i].id);
    json_array_append_new (list,
                           json_pack ("{s:o, s:I}", "name", ft_json_text (name),
                                      t->unit, (json_int_t)top[i].count));
  }
  return list;
}

static json_t *warnings_value (const ft_notes *notes) {
  json_t *list = json_array ();
  for (size_t i = 0; i < notes->list.size; i++) {
    const ft_note *note = notes->list.begin + i;
    if (ft_note_is_unfollowed (note))
      continue;
    json_t *first = note->first == FT_NO_POS
                        ? json_null ()
                        : json_integer ((json_int_t)note->first);
    json_array_append_new (
        list, json_pack ("{s:o, s:o, s:I}", "text", ft_json_text (note->text),
                         "first", first, "count", (json_int_t)note->count));
  }
  return list;
}

static json_t *concretized_value (const ft_concretize_counts *c) {
  reason_count list[FT_CONCRETIZE_REASON_COUNT];
  int n = list_reasons (c, list);
  json_t *reasons = json_object ();
  for (int i = 0; i < n; i++)
    json_object_set_new (reasons, ft_concretize_reason_name (list[i].reason),
                         json_integer ((json_int_t)list[i].count));
  return json_pack ("{s:I, s:I, s:o}", "values", (json_int_t)sum (c->values),
                    "all", (json_int_t)sum (c->all), "reasons", reasons);
}

static json_t *code_value (const ft_reexecution_stats *c) {
  return json_pack ("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "records",
                    (json_int_t)c->records, "followed", (json_int_t)c->followed,
                    "added", (json_int_t)c->added, "desynchronised",
                    (json_int_t)c->desynchronised, "differing",
                    (json_int_t)c->differing, "instructions",
                    (json_int_t)c->instructions, "uninterpreted",
                    (json_int_t)c->uninterpreted, "alternative_paths",
                    (json_int_t)c->altpaths, "concretized",
                    concretized_value (&c->concretized));
}

void ft_info_json (FILE *file, const ft_info_report *r) {
  topic topics[TOPICS];
  list_topics (r->census, topics);
  json_t *hottest = json_object ();
  json_t *value =
      json_pack ("{s:s, s:o, s:o, s:s, s:I}", "schema", "foretrace-info/2",
                 "tool", ft_json_tool (), "path", ft_json_text (r->path),
                 "format", r->format, "events", (json_int_t)r->census->events);
  for (int i = 0; i < TOPICS; i++) {
    uint32_t n = ft_tables_count (r->tables, topics[i].class);
    json_object_set_new (value, topics[i].plural, json_integer (n));
    json_object_set_new (hottest, topics[i].plural,
                         hottest_value (r, topics + i));
  }
  if (r->packing.blocks)
    json_object_set_new (value, "packing",
                         json_pack ("{s:I, s:I}", "blocks",
                                    (json_int_t)r->packing.blocks, "bytes",
                                    (json_int_t)r->packing.bytes));
  if (r->grammar)
    json_object_set_new (value, "grammar",
                         ft_info_grammar_value (r->grammar, r->tables));
  if (r->code)
    json_object_set_new (value, "code", code_value (r->code));
  json_object_set_new (value, "kinds", kinds_value (r->census));
  json_object_set_new (value, "without_effect",
                       json_integer ((json_int_t)r->census->dropped));
  json_object_set_new (value, "hottest", hottest);
  json_object_set_new (value, "warnings", warnings_value (r->notes));
  json_dumpf (value, file, JSON_INDENT (1));
  putc ('\n', file);
  json_decref (value);
}
