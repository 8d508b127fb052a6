#include "report/html.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/shell.h"
#include "report/html_asset.h"
#include "report/html_drawing.h"
#include "report/html_access.h"
#include "report/html_write.h"
#include "report/iterations.h"
#include "report/json.h"
#include "report/json_value.h"
#include "report/row.h"
#include "report/same_cause.h"
#include "report/source_location.h"

// The bytes of all pictures together.  The findings after this limit have no
// pictures, so that a page with many thousands of findings still opens.
enum { MOST_BYTES = 48 << 20 };

typedef struct page {
  ft_text_writer writer;
  ft_picture picture;
  ft_same_values *values; // owned
  ft_html_out out;
  json_t *list; // owned; the entries of the list
} page;

// ---- one finding ------------------------------------------------------------

static json_t *take_text (ft_strbuf *text) {
  json_t *value = ft_json_text (ft_strbuf_text (text));
  ft_strbuf_release (text);
  return value;
}

static json_t *title_of (const page *p, const ft_finding *f) {
  ft_strbuf title = {0};
  ft_finding_title (&title, p->writer.report, f);
  return take_text (&title);
}

// "'x' (int, global, hidden.c:4)"
static json_t *variable_of (const page *p, const ft_race *race) {
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "'");
  ft_text_variable (&line, &p->writer, race);
  return take_text (&line);
}

// Why the recorded run hid a race, or null.
static json_t *recorded_text (const page *p, const ft_race *race) {
  ft_strbuf text = {0};
  if (race->verdict != FT_CERTIFIED)
    return json_null ();
  ft_text_add_recorded (&text, &p->writer, race);
  return take_text (&text);
}

static void add_command (json_t *list, const page *p, const char *verb,
                         const char *id, const char *rest) {
  const char *path = p->writer.report->trace->path;
  ft_strbuf line = {0};
  ft_strbuf_add (&line, "foretrace %s ", verb);
  ft_shell_word (&line, path);
  ft_strbuf_add (&line, " %s%s%s%s", id, rest, p->writer.report->memory_option,
                 ft_report_assume_option (p->writer.report));
  json_array_append_new (
      list, json_pack ("{s:s, s:o}", "does", verb, "line", take_text (&line)));
}

static json_t *commands (const page *p, const char *id, bool certified,
                         enum ft_memory_model memory) {
  const ft_report *r = p->writer.report;
  json_t *list = json_array ();
  if (r->sources && r->sources->replayable && certified)
    add_command (list, p, "replay", id, memory == FT_MEMORY_SC ? " --gdb" : "");
  if (strcmp (r->trace->path, "-"))
    add_command (list, p, "explain", id, "");
  return list;
}

// Whether a finding has events of alternative paths, which have no position in
// the run that a picture shows in both orders.
static bool has_altpath_events (const ft_trace *t, const ft_finding *f) {
  bool accesses = false;
  for (uint32_t i = 0; i < f->count; i++)
    accesses |= f->events[i] >= t->size;
  for (size_t i = 0; f->witness && i < f->witness->schedule.size; i++)
    accesses |= f->witness->schedule.begin[i] >= t->size;
  return accesses;
}

// A picture shows accesses that are next at the same time.
static json_t *drawing (page *p, const ft_finding *finding) {
  if (p->out.written > MOST_BYTES || finding->witness->memory != FT_MEMORY_SC ||
      has_altpath_events (p->writer.report->trace, finding))
    return json_null ();
  ft_picture_choose (&p->picture, finding);
  return ft_html_drawing (&p->picture, p->values);
}

static json_t *accesses (const page *p, const ft_finding *f) {
  json_t *list = json_array ();
  for (size_t i = 0; i < f->count; i++)
    json_array_append_new (list, ft_html_access (&p->writer, f->events[i]));
  return list;
}

// The location in the list: file and line, or the name in the trace.
static json_t *location_of (const page *p, ft_id event) {
  const ft_report *r = p->writer.report;
  const ft_event *e = r->trace->events + event;
  ft_source_location location = ft_source_location_at (r, event);
  json_t *value =
      json_pack ("{s:o, s:I, s:o, s:I}", "file", ft_json_text (location.file),
                 "line", (json_int_t)location.line, "name",
                 ft_json_text (e->location == FT_NO_ID
                                   ? NULL
                                   : ft_trace_name (r->trace, FT_CLASS_LOCATION,
                                                    e->location)),
                 "event", (json_int_t)event);
  ft_source_location_release (&location);
  return value;
}

static json_t *locations (const page *p, const ft_finding *f) {
  json_t *list = json_array ();
  for (size_t i = 0; i < f->count; i++)
    json_array_append_new (list, location_of (p, f->events[i]));
  return list;
}

// The entry of a finding in the list.
static json_t *entry_of (const page *p, const ft_finding *f, const char *id) {
  json_t *entry = json_pack (
      "{s:s, s:s, s:o, s:s, s:o, s:b, s:b, s:o}", "id", id, "kind",
      f->race      ? "race"
      : f->failure ? "failure"
                   : "deadlock",
      "title", title_of (p, f), "verdict", ft_verdict_name (f->verdict),
      "replay", ft_json_replayed (f->replayed), "known", (int)f->known,
      "suppressed", f->suppressed != NULL, "places", locations (p, f));
  if (!f->race)
    return entry;
  const char *variable = ft_trace_name (p->writer.report->trace,
                                        FT_CLASS_VARIABLE, f->race->variable);
  json_object_set_new (entry, "variable", ft_json_text (variable));
  json_object_set_new (entry, "model", json_string (ft_model_name (f->model)));
  if (f->race->consequence.known)
    json_object_set_new (
        entry, "consequence",
        json_string (ft_consequence_words (f->race->consequence.class)));
  if (f->verdict == FT_REFUTED && f->race->left_open)
    json_object_set_new (entry, "open_under",
                         json_string (ft_model_name (f->race->left_open)));
  if (!ft_same_cause_leads (p->writer.report, f->number - 1))
    json_object_set_new (
        entry, "entry",
        json_sprintf ("R%zu", p->writer.report->entries[f->number - 1] + 1));
  return entry;
}

// What does not synchronise under c11, or null.
static json_t *unsynchronized_text (const page *p, const ft_race *race) {
  ft_strbuf text = {0};
  if (!ft_text_add_unsynchronized (&text, p->writer.report->trace, race))
    return json_null ();
  return take_text (&text);
}

// The data of a finding: those of the JSON report, and more.
static json_t *value_of (page *p, const ft_finding *f, const char *id) {
  const ft_report *r = p->writer.report;
  json_t *value = f->race      ? ft_json_race (r, f->race, f->number)
                  : f->failure ? ft_json_failure (r, f->failure, f->number)
                               : ft_json_deadlock (r, f->deadlock, f->number);
  json_object_set_new (value, "seconds", ft_json_seconds (f->seconds));
  json_object_set_new (value, "accesses", accesses (p, f));
  json_object_set_new (
      value, "commands",
      commands (p, id, f->verdict == FT_CERTIFIED, f->witness->memory));
  json_object_set_new (value, "picture",
                       f->failure ? json_null () : drawing (p, f));
  if (!f->race)
    return value;
  json_object_set_new (value, "about", variable_of (p, f->race));
  json_object_set_new (value, "recorded", recorded_text (p, f->race));
  json_object_set_new (value, "orders", unsynchronized_text (p, f->race));
  json_object_set_new (value, "allocation",
                       ft_html_allocation (&p->writer, f->events[0]));
  return value;
}

// ---- the page ---------------------------------------------------------------

static void write_head (FILE *file) {
  fputs ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
         "<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
         "'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
         "base-uri 'none'; form-action 'none'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, "
         "initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<title>foretrace report</title>\n<style>\n",
         file);
  fputs (ft_html_style, file);
  fputs ("</style>\n</head>\n<body>\n"
         "<noscript>This page shows its findings by a script, which is "
         "switched off here; foretrace check prints the same as "
         "text.</noscript>\n",
         file);
}

static void write_findings (page *p) {
  ft_finding f;
  for (size_t at = 0; ft_finding_next (p->writer.report, &at, &f);) {
    char id[32];
    snprintf (id, sizeof id, "%c%zu", f.letter, f.number);
    json_array_append_new (p->list, entry_of (p, &f, id));
    ft_html_data (&p->out, id, value_of (p, &f, id));
  }
}

// The current directory; the page shows the absolute paths of frames relative
// to it.
static json_t *working_directory (void) {
  char here[PATH_MAX];
  return ft_json_text (getcwd (here, sizeof here) ? here : NULL);
}

static void write_page (page *p) {
  const ft_report *r = p->writer.report;
  json_t *whole = json_pack (
      "{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", "foretrace-page/1",
      "tool", ft_json_tool (), "directory", working_directory (), "trace",
      ft_json_trace (r), "options", ft_json_options (r), "summary",
      ft_json_summary (r->results), "findings", p->list);
  json_object_set_new (whole, "iterations",
                       r->iterations ? ft_iterations_json (r->iterations)
                                     : json_null ());
  ft_html_data (&p->out, "page", whole);
  fputs ("<script>\n", p->out.file);
  fputs (ft_html_program, p->out.file);
  fputs ("</script>\n</body>\n</html>\n", p->out.file);
}

void ft_report_html (FILE *file, const ft_report *report,
                     const ft_index *index) {
  const ft_text_style style = {0};
  page p = {.writer = {file, report, index, &style},
            .out = {file, 0},
            .values = ft_same_values_new (report->trace, index),
            .list = json_array ()};
  ft_picture_init (&p.picture, report->trace, index);
  write_head (file);
  write_findings (&p);
  write_page (&p);
  ft_picture_release (&p.picture);
  ft_same_values_free (p.values);
}
