#include "cli/explain_query.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "cli/check_session.h"
#include "report/report.h"
#include "format/reader.h"

void ft_explain_query_release (ft_explain_query *a) {
  FT_RELEASE (a->accesses[0].list);
  FT_RELEASE (a->accesses[1].list);
  ft_strbuf_release (&a->name);
}

static bool fail (ft_error *error, const char *asked, const char *what) {
  ft_error_set (error, FT_EXIT_USAGE, "explain: '%s': %s", asked, what);
  return false;
}

// ---- events --------------------------------------------------------------

// A position of the trace, all of 'text' up to 'end'.
static bool parse_position (const ft_trace *trace, const char *text, char end,
                            ft_id *position, const char **rest) {
  char *after;
  errno = 0;
  unsigned long long value = strtoull (text, &after, 10);
  if (*text < '0' || *text > '9' || errno || value >= trace->size ||
      *after != end)
    return false;
  *position = (ft_id)value;
  *rest = after + 1;
  return true;
}

static void take_pair (ft_explain_query *a, ft_id p, ft_id q) {
  FT_PUSH (a->accesses[0].list, p < q ? p : q);
  FT_PUSH (a->accesses[1].list, p < q ? q : p);
}

static bool ask_positions (ft_explain_query *a, const ft_trace *trace,
                           const char *text, ft_error *error) {
  ft_id p, q;
  const char *rest;
  if (!parse_position (trace, text, ',', &p, &rest) ||
      !parse_position (trace, rest, 0, &q, &rest) || p == q) {
    ft_error_set (error, FT_EXIT_USAGE,
                  "explain: '%s': expected two different event positions from "
                  "0 to %u, as in 12,49",
                  text, trace->size ? trace->size - 1 : 0);
    return false;
  }
  take_pair (a, p, q);
  return true;
}

// ---- ids -----------------------------------------------------------------

// Whether 'text' is "R3" or a fingerprint that matches.
static bool is_named (const char *text, size_t rank, uint64_t fingerprint) {
  char name[24];
  snprintf (name, sizeof name, "R%zu", rank);
  if (!strcmp (text, name))
    return true;
  snprintf (name, sizeof name, "%016llx", (unsigned long long)fingerprint);
  return !strcmp (text, name);
}

static bool find_in_check (ft_explain_query *a, const ft_recheck *again,
                           const ft_check_options *options, const char *id) {
  ft_report report;
  ft_report_init (&report, again->trace, &again->results, options,
                  (ft_read_options){0});
  bool found = false;
  for (size_t i = 0; i < again->results.size && !found; i++) {
    const ft_race *race = report.ranked[i];
    found = is_named (id, i + 1, race->fingerprint);
    if (found)
      take_pair (a, race->pair[0], race->pair[1]);
  }
  ft_report_release (&report);
  return found;
}

static bool ask_check (ft_explain_query *a, const ft_facts *facts,
                       ft_read_options read, const ft_check_options *options,
                       const char *id, ft_error *error) {
  ft_recheck again;
  if (!ft_recheck_init (&again, facts->trace, read, options, error))
    return false;
  bool found = find_in_check (a, &again, options, id);
  if (!found)
    ft_error_set (
        error, FT_EXIT_USAGE,
        "explain: '%s': a check of this trace numbers %zu pairs, from "
        "R1, and has no such one",
        id, again.results.size);
  ft_recheck_release (&again);
  return found;
}

static bool same_text (const json_t *race, const char *member,
                       const char *wanted) {
  const char *text = json_string_value (json_object_get (race, member));
  return text && !strcmp (text, wanted);
}

static ft_id event_of (const json_t *race, size_t access,
                       const ft_trace *trace) {
  const json_t *pair = json_object_get (race, "pair");
  const json_t *event =
      json_object_get (json_array_get (pair, access), "event");
  json_int_t value = json_is_integer (event) ? json_integer_value (event) : -1;
  return value >= 0 && value < trace->size ? (ft_id)value : FT_NO_ID;
}

// Whether the access is at the place that the document says.
static bool is_there (const json_t *race, size_t access, const ft_trace *trace,
                      ft_id event) {
  const json_t *pair = json_object_get (race, "pair");
  const char *said = json_string_value (
      json_object_get (json_array_get (pair, access), "location"));
  ft_id location = trace->events[event].location;
  return !said || location == FT_NO_ID ||
         !strcmp (said, ft_trace_name (trace, FT_CLASS_LOCATION, location));
}

static bool refuse_document (const ft_trace *trace, const char *path,
                             ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: expected results of a check of this trace (%u events)",
                path, trace->size);
  return false;
}

// The race of a 'foretrace-results/1' document.
static bool find_in_document (ft_explain_query *a, const ft_trace *trace,
                              const json_t *document, const char *id,
                              const char *path, ft_error *error) {
  const json_t *events =
      json_object_get (json_object_get (document, "trace"), "events");
  const json_t *races = json_object_get (document, "races");
  if (!json_is_array (races) || json_integer_value (events) != trace->size)
    return refuse_document (trace, path, error);
  for (size_t i = 0; i < json_array_size (races); i++) {
    const json_t *race = json_array_get (races, i);
    ft_id p = event_of (race, 0, trace), q = event_of (race, 1, trace);
    if (p == FT_NO_ID || q == FT_NO_ID || p == q ||
        (!same_text (race, "id", id) && !same_text (race, "fingerprint", id)))
      continue;
    if (!is_there (race, 0, trace, p) || !is_there (race, 1, trace, q))
      return refuse_document (trace, path, error);
    take_pair (a, p, q);
    return true;
  }
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: it has no race '%s'", path, id);
  return false;
}

static json_t *load_document (const char *path, ft_error *error) {
  json_error_t wrong;
  json_t *document = json_load_file (path, JSON_REJECT_DUPLICATES, &wrong);
  if (!document)
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: line %d: %s", path, wrong.line,
                  wrong.text);
  return document;
}

bool ft_explain_query_events (const char *results, ft_pos *most,
                              ft_error *error) {
  json_t *document = load_document (results, error);
  if (!document)
    return false;
  const json_t *trace = json_object_get (document, "trace");
  json_int_t events = json_integer_value (json_object_get (trace, "expanded"));
  bool is_part = json_object_get (trace, "share") && events > 0;
  *most = is_part && events < FT_NO_ID ? (ft_pos)events : 0;
  json_decref (document);
  return true;
}

static bool ask_results (ft_explain_query *a, const ft_trace *trace,
                         const char *path, const char *id, ft_error *error) {
  json_t *document = load_document (path, error);
  if (!document)
    return false;
  bool found = find_in_document (a, trace, document, id, path, error);
  json_decref (document);
  return found;
}

static bool is_id (const char *text) {
  return (*text == 'R' && text[1]) ||
         (strlen (text) == 16 && strspn (text, "0123456789abcdef") == 16);
}

bool ft_explain_query_race (ft_explain_query *a, const ft_facts *facts,
                            ft_read_options read,
                            const ft_check_options *options, const char *race,
                            const char *results, ft_error *error) {
  ft_strbuf_add (&a->name, "%s", race);
  if (strchr (race, ','))
    return ask_positions (a, facts->trace, race, error);
  if (!is_id (race))
    return fail (error, race,
                 "expected an id (R3), two event positions (12,49), a "
                 "fingerprint (16 hex digits), or two locations");
  return results ? ask_results (a, facts->trace, results, race, error)
                 : ask_check (a, facts, read, options, race, error);
}

// ---- locations --------------------------------------------------------------

// The first location with this one as its beginning: "a.c:3:7" for "a.c:3".
static const char *find_longer_location (const ft_trace *trace,
                                         const char *loc) {
  size_t size = strlen (loc);
  for (ft_id i = 0; i < ft_tables_count (&trace->tables, FT_CLASS_LOCATION);
       i++) {
    const char *name = ft_trace_name (trace, FT_CLASS_LOCATION, i);
    if (!strncmp (name, loc, size) && (name[size] == ':' || name[size] == ' '))
      return name;
  }
  return NULL;
}

static bool fail_location (const ft_trace *trace, const char *loc,
                           ft_error *error) {
  const char *longer = find_longer_location (trace, loc);
  ft_strbuf what = {0};
  if (is_id (loc))
    ft_strbuf_add (&what, "expected two locations, or one race");
  else if (longer)
    ft_strbuf_add (&what,
                   "the trace has no such location; did you mean '%.200s'?",
                   longer);
  else
    ft_strbuf_add (&what,
                   "the trace has no such location%s ('foretrace info' lists "
                   "some; the event at a position is @12)",
                   !strcmp (trace->format, FT_FORMAT_RUN)
                       ? ". Of a run, accesses to memory that one thread uses, "
                         "or that forks, joins and (in long runs) barriers keep "
                         "apart, cannot race and are left out"
                       : "");
  fail (error, loc, ft_strbuf_text (&what));
  ft_strbuf_release (&what);
  return false;
}

static bool ask_location (ft_event_set *access, const ft_trace *trace,
                          const char *loc, ft_error *error) {
  const char *rest;
  ft_id e;
  if (*loc == '@') {
    if (!parse_position (trace, loc + 1, 0, &e, &rest))
      return fail (error, loc,
                   "expected the position of an event of the "
                   "trace, as in @12");
    FT_PUSH (access->list, e);
    return true;
  }
  ft_id id = ft_intern_find (&trace->tables.names[FT_CLASS_LOCATION], loc,
                             strlen (loc));
  if (id == FT_NO_ID)
    return fail_location (trace, loc, error);
  for (e = 0; e < trace->size; e++)
    if (trace->events[e].location == id)
      FT_PUSH (access->list, e);
  return true;
}

bool ft_explain_query_locations (ft_explain_query *a, const ft_facts *facts,
                                 const char *const loc[2], ft_error *error) {
  ft_strbuf_add (&a->name, "%s and %s", loc[0], loc[1]);
  return ask_location (a->accesses, facts->trace, loc[0], error) &&
         ask_location (a->accesses + 1, facts->trace, loc[1], error);
}
