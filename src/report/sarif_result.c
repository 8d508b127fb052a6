#include "report/sarif_result.h"

#include <ctype.h>
#include <string.h>

#include "report/consequence_note.h"
#include "report/failure_order.h"
#include "report/iterations.h"
#include "report/missing_lock.h"
#include "report/openmp_clause.h"
#include "report/publication.h"
#include "report/race_kind.h"
#include "report/source_location.h"
#include "report/suppressed.h"
#include "report/row.h"
#include "report/run_end.h"
#include "report/text_race.h"

// ---- messages --------------------------------------------------------------

// Brackets make links in a message, braces placeholders (3.11.5, 3.11.6).
static void add_escaped (ft_strbuf *out, const char *text) {
  for (; *text; text++) {
    if (strchr ("[]\\", *text))
      ft_strbuf_add (out, "\\");
    if (strchr ("{}", *text))
      ft_strbuf_add_bytes (out, text, 1);
    ft_strbuf_add_bytes (out, text, 1);
  }
}

json_t *ft_sarif_message (const char *text) {
  ft_strbuf out = {0};
  add_escaped (&out, text);
  json_t *message =
      json_pack ("{s:o}", "text", ft_json_text (ft_strbuf_text (&out)));
  ft_strbuf_release (&out);
  return message;
}

// Which order decides, and what would prevent it.
static bool certified_order (ft_strbuf *to, const ft_report *r,
                             const ft_failure *f) {
  if (f->verdict != FT_CERTIFIED)
    return false;
  ft_strbuf_add (to, " It happens ");
  if (!ft_failure_order_add (to, r, f)) {
    ft_strbuf_release (to);
    return false;
  }
  ft_strbuf remedy = {0};
  if (ft_failure_order_add_remedy (&remedy, r, f))
    ft_strbuf_add (to, ". What would prevent it: %s",
                   ft_strbuf_text (&remedy));
  ft_strbuf_release (&remedy);
  ft_strbuf_add (to, ".");
  return true;
}

// "Data race on 'x': T1 writes x, [T2 reads x](1)."
static json_t *result_message (const ft_report *r, const ft_finding *f) {
  ft_strbuf out = {0}, part = {0};
  ft_finding_title (&part, r, f);
  part.text[0] = (char)toupper ((unsigned char)part.text[0]);
  add_escaped (&out, part.text);
  for (uint32_t i = 0; i < f->count; i++) {
    ft_strbuf_release (&part);
    ft_finding_event (&part, r, f, i);
    ft_strbuf_add (&out, i ? ", [" : ": ");
    add_escaped (&out, ft_strbuf_text (&part));
    if (i)
      ft_strbuf_add (&out, "](%u)", (unsigned)i);
  }
  ft_strbuf_add (&out, ".");
  ft_strbuf_release (&part);
  if (f->verdict != FT_CERTIFIED) {
    ft_strbuf_add (&part, " Undecided: %s", f->reason);
    add_escaped (&out, ft_strbuf_text (&part));
    ft_strbuf_release (&part);
  }
  if (f->failure && certified_order (&part, r, f->failure)) {
    add_escaped (&out, ft_strbuf_text (&part));
    ft_strbuf_release (&part);
  }
  if (f->race && f->race->consequence.known) {
    ft_strbuf_add (&part, " ");
    if (ft_consequence_note (&part, r, f->race))
      ft_strbuf_add (&part, "; ");
    ft_row_name (&part, f->race->consequence.text);
    ft_strbuf_add (&part, ".");
    add_escaped (&out, ft_strbuf_text (&part));
    ft_strbuf_release (&part);
  }
  if (f->race && ft_publication_leads (r, f->number - 1)) {
    ft_strbuf_add (&part, " Publication: ");
    ft_publication_add (&part, r, f->number - 1);
    ft_strbuf_add (&part, ".");
    add_escaped (&out, ft_strbuf_text (&part));
    ft_strbuf_release (&part);
  }
  if (f->race && ft_missing_lock_of (r, f->number - 1)) {
    ft_strbuf_add (&part, " Missing lock: ");
    ft_missing_lock_add (&part, r, f->number - 1);
    ft_strbuf_add (&part, ".");
    add_escaped (&out, ft_strbuf_text (&part));
    ft_strbuf_release (&part);
  }
  ft_strbuf_add (&part, " OpenMP: ");
  if (f->race && f->verdict == FT_CERTIFIED &&
      ft_openmp_clause_add (&part, r, f->race)) {
    ft_strbuf_add (&part, ".");
    add_escaped (&out, ft_strbuf_text (&part));
  }
  ft_strbuf_release (&part);
  if (f->race && f->race->witness.memory != FT_MEMORY_SC) {
    ft_strbuf_add (&part, " Under %s",
                   ft_memory_model_name (f->race->witness.memory));
    ft_strbuf_add (&part, ": ");
    if (!ft_text_add_unsynchronized (&part, r->trace, f->race))
      ft_strbuf_add (&part, "neither happens before the other");
    ft_strbuf_add (&part, ".");
    add_escaped (&out, ft_strbuf_text (&part));
    ft_strbuf_release (&part);
  }
  json_t *message =
      json_pack ("{s:o}", "text", ft_json_text (ft_strbuf_text (&out)));
  ft_strbuf_release (&out);
  return message;
}

// ---- locations -------------------------------------------------------------

static json_t *artifact (const char *path) {
  ft_strbuf uri = {0};
  ft_source_location_uri (&uri, path);
  json_t *value = json_pack ("{s:s}", "uri", ft_strbuf_text (&uri));
  if (*path != '/')
    json_object_set_new (value, "uriBaseId", json_string ("%SRCROOT%"));
  ft_strbuf_release (&uri);
  return value;
}

static json_t *physical (const ft_source_location *location) {
  json_t *value =
      json_pack ("{s:o}", "artifactLocation", artifact (location->file));
  if (!location->line)
    return value;
  json_t *region = json_pack ("{s:I}", "startLine", (json_int_t)location->line);
  if (location->column)
    json_object_set_new (region, "startColumn",
                         json_integer (location->column));
  json_object_set_new (value, "region", region);
  return value;
}

// The function, or else the name of the location in the trace.
static json_t *logical (const ft_report *r, ft_id event,
                        const ft_source_location *location) {
  ft_id id = r->trace->events[event].location;
  if (*location->function)
    return json_pack ("[{s:o, s:s}]", "fullyQualifiedName",
                      ft_json_text (location->function), "kind", "function");
  if (id == FT_NO_ID)
    return json_array ();
  return json_pack (
      "[{s:o}]", "fullyQualifiedName",
      ft_json_text (ft_trace_name (r->trace, FT_CLASS_LOCATION, id)));
}

// Services show nothing without a file: an event without a source location has
// the trace as its file.
json_t *ft_sarif_location (const ft_report *r, ft_id event, const char *text) {
  ft_source_location location = ft_source_location_at (r, event);
  if (!location.file)
    location.file = ft_strdup (r->trace->path);
  json_t *value =
      json_pack ("{s:o, s:o}", "physicalLocation", physical (&location),
                 "logicalLocations", logical (r, event, &location));
  if (text)
    json_object_set_new (value, "message", ft_sarif_message (text));
  ft_source_location_release (&location);
  return value;
}

static json_t *related_locations (const ft_report *r, const ft_finding *f) {
  json_t *list = json_array ();
  ft_strbuf text = {0};
  for (uint32_t i = 1; i < f->count; i++) {
    ft_finding_event (&text, r, f, i);
    json_t *value = ft_sarif_location (r, f->events[i], ft_strbuf_text (&text));
    json_object_set_new (value, "id", json_integer (i));
    json_array_append_new (list, value);
    ft_strbuf_release (&text);
  }
  return list;
}

// ---- stacks ----------------------------------------------------------------

static json_t *frame (const ft_frame *f) {
  ft_source_location source = ft_source_location_of (f);
  ft_strbuf name = {0};
  ft_row_name (&name, *f->function ? f->function : "?");
  json_t *location =
      json_pack ("{s:[{s:s, s:s}]}", "logicalLocations", "fullyQualifiedName",
                 ft_strbuf_text (&name), "kind", "function");
  if (source.file)
    json_object_set_new (location, "physicalLocation", physical (&source));
  ft_strbuf_release (&name);
  ft_source_location_release (&source);
  return json_pack ("{s:o}", "location", location);
}

static void add_stacks (json_t *result, const ft_report *r,
                        const ft_finding *f) {
  json_t *stacks = json_array ();
  ft_strbuf text = {0};
  for (uint32_t i = 0; i < f->count; i++) {
    const ft_description *d = ft_sources_at (r->sources, f->events[i]);
    if (!d || !d->stack.size)
      continue;
    json_t *frames = json_array ();
    for (size_t k = 0; k < d->stack.size; k++)
      json_array_append_new (frames, frame (d->stack.frames + k));
    ft_finding_event (&text, r, f, i);
    json_array_append_new (stacks,
                           json_pack ("{s:o, s:o}", "message",
                                      ft_sarif_message (ft_strbuf_text (&text)),
                                      "frames", frames));
    ft_strbuf_release (&text);
  }
  if (json_array_size (stacks))
    json_object_set_new (result, "stacks", stacks);
  else
    json_decref (stacks);
}

// ---- the result ----

// The hash by which code scanning services match alerts, beside our own
// fingerprint.
static json_t *fingerprints (const ft_finding *f) {
  char digits[24], hash[32];
  snprintf (digits, sizeof digits, "%016llx",
            (unsigned long long)f->fingerprint);
  snprintf (hash, sizeof hash, "%s:1", digits);
  return json_pack ("{s:s, s:s}", "foretraceFinding/v1", digits,
                    "primaryLocationLineHash", hash);
}

static json_t *properties (const ft_finding *f) {
  char id[32];
  snprintf (id, sizeof id, "%c%zu", f->letter, f->number);
  json_t *value = json_pack ("{s:s, s:s, s:s, s:o}", "id", id, "verdict",
                             ft_verdict_name (f->verdict), "model",
                             ft_model_name (f->model), "certifier",
                             ft_json_text (f->certifier));
  if (f->replayed->runs)
    json_object_set_new (value, "replays",
                         json_pack ("{s:I, s:I}", "runs",
                                    (json_int_t)f->replayed->runs, "reached",
                                    (json_int_t)f->replayed->reached));
  if (f->race && f->race->consequence.known)
    json_object_set_new (
        value, "consequence",
        json_string (ft_consequence_name (f->race->consequence.class)));
  return value;
}

static json_t *suppressions (const ft_finding *f) {
  ft_strbuf text = {0};
  if (!f->suppressed)
    return json_array (); // not suppressed, though there are rules
  ft_suppression_name (&text, f->suppressed);
  json_t *list =
      json_pack ("[{s:s, s:s, s:s}]", "kind", "external", "status", "accepted",
                 "justification", ft_strbuf_text (&text));
  ft_strbuf_release (&text);
  return list;
}

// Indices of the rules in sarif.c.
static int rule_index (enum ft_race_kind kind) {
  static const int indices[FT_RACE_KIND_COUNT] = {
      [FT_RACE_KIND_USE_AFTER_FREE] = 3, [FT_RACE_KIND_DOUBLE_FREE] = 4};
  return indices[kind];
}

const char *ft_sarif_level (enum ft_consequence_class class) {
  return class <= FT_CONSEQUENCE_CHECK || class == FT_CONSEQUENCE_NOT_TRIED
             ? "error"
         : class <= FT_CONSEQUENCE_STATE ? "warning"
                                         : "note";
}

double ft_sarif_rank (enum ft_consequence_class class) {
  static const double ranks[FT_CONSEQUENCE_COUNT] = {
      [FT_CONSEQUENCE_CRASH] = 100,  [FT_CONSEQUENCE_MEMORY] = 90,
      [FT_CONSEQUENCE_HANG] = 80,    [FT_CONSEQUENCE_CHECK] = 70,
      [FT_CONSEQUENCE_OUTPUT] = 50,  [FT_CONSEQUENCE_STATE] = 40,
      [FT_CONSEQUENCE_NOT_TRIED] = 30, [FT_CONSEQUENCE_ONE_ORDER] = 20,
      [FT_CONSEQUENCE_NONE] = 10};
  return ranks[class];
}

// Without consequences each race is an error.
static const char *level_of (const ft_finding *f) {
  return f->verdict != FT_CERTIFIED ? "none"
         : !f->race || !f->race->consequence.known
             ? "error"
             : ft_sarif_level (f->race->consequence.class);
}

static void add_rank (json_t *result, const ft_finding *f) {
  if (f->race && f->race->consequence.known)
    json_object_set_new (
        result, "rank", json_real (ft_sarif_rank (f->race->consequence.class)));
}

// A result without a line would be dropped by CodeChecker: the trace file has a first
// one.
static json_t *main_location (const ft_report *r, ft_id event) {
  json_t *location = ft_sarif_location (r, event, NULL);
  json_t *physical = json_object_get (location, "physicalLocation");
  if (physical && !json_object_get (physical, "region"))
    json_object_set_new (physical, "region", json_pack ("{s:i}", "startLine", 1));
  return location;
}

json_t *ft_sarif_result (const ft_report *r, const ft_finding *f) {
  bool certified = f->verdict == FT_CERTIFIED;
  enum ft_race_kind kind = f->race ? ft_race_kind_of (r->trace, f->events)
                                   : FT_RACE_KIND_DATA_RACE;
  json_t *result = json_pack (
      "{s:s, s:i, s:s, s:s, s:o, s:[o], s:o, s:o, s:o}", "ruleId",
      f->race      ? ft_race_kind_name (kind)
      : f->failure ? "failure"
                   : "deadlock",
      "ruleIndex", f->race ? rule_index (kind) : f->failure ? 5 : 1, "kind",
      certified ? "fail" : "open", "level", level_of (f),
      "message", result_message (r, f), "locations",
      main_location (r, f->events[0]), "relatedLocations",
      related_locations (r, f), "partialFingerprints", fingerprints (f),
      "properties", properties (f));
  add_stacks (result, r, f);
  add_rank (result, f);
  if (certified)
    json_object_set_new (result, "codeFlows", ft_sarif_flows (r, f));
  if (r->results->compared)
    json_object_set_new (result, "baselineState",
                         json_string (f->known ? "unchanged" : "new"));
  if (r->results->suppressing)
    json_object_set_new (result, "suppressions", suppressions (f));
  return result;
}

// ---- the end of the run ----

static json_t *waiting_location (const ft_report *r,
                                 const ft_deadlocked_thread *t) {
  ft_source_location location = ft_source_location_parse (t->location);
  ft_strbuf text = {0};
  if (!location.file)
    location.file = ft_strdup (r->trace->path);
  ft_run_end_add (&text, t);
  json_t *value = json_pack ("{s:o, s:o}", "physicalLocation",
                             physical (&location), "message",
                             ft_sarif_message (ft_strbuf_text (&text)));
  ft_strbuf_release (&text);
  ft_source_location_release (&location);
  return value;
}

// The result is at the first thread that waits for no other thread's end, since
// that is where the cause is.
json_t *ft_sarif_run_end (const ft_report *r) {
  json_t *locations = json_array ();
  ft_strbuf text = {0};
  size_t first = 0;
  while (*r->sources->deadlock.threads.begin[first].awaited &&
         first + 1 < r->sources->deadlock.threads.size)
    first++;
  ft_strbuf_add (&text, "Deadlock: %s", ft_run_end_headline);
  for (size_t i = 0; i < r->sources->deadlock.threads.size; i++) {
    const ft_deadlocked_thread *t = r->sources->deadlock.threads.begin + i;
    json_array_append_new (locations, waiting_location (r, t));
    ft_strbuf_add (&text, i ? ", " : ": ");
    ft_run_end_add (&text, t);
  }
  ft_strbuf_add (&text, ".");
  json_t *result = json_pack (
      "{s:s, s:i, s:s, s:s, s:o, s:[O], s:o}", "ruleId", "deadlock",
      "ruleIndex", 1, "kind", "fail", "level", "error", "message",
      ft_sarif_message (ft_strbuf_text (&text)), "locations",
      json_array_get (locations, first), "relatedLocations", locations);
  ft_strbuf_release (&text);
  return result;
}

static json_t *named_location (const ft_report *r, const char *name,
                               const char *text) {
  ft_source_location location = ft_source_location_parse (name);
  if (!location.file)
    location.file = ft_strdup (r->trace->path);
  json_t *value =
      json_pack ("{s:o, s:o}", "physicalLocation", physical (&location),
                 "message", ft_sarif_message (text));
  ft_source_location_release (&location);
  return value;
}

static json_t *frame_location (const ft_report *r, const ft_ending_frame *f) {
  return named_location (r, f->location, f->function);
}

json_t *ft_sarif_crash (const ft_report *r) {
  const ft_run_ending *x = &r->sources->ending;
  ft_ending_frame nowhere = {(char[]){""}, (char[]){""}};
  json_t *stack = json_array ();
  ft_strbuf text = {0}, races = {0};
  for (size_t i = 0; i < x->stack.size; i++)
    json_array_append_new (stack, frame_location (r, x->stack.begin + i));
  ft_strbuf_add (&text, "Crash: ");
  ft_run_end_add_crash (&text, r);
  ft_run_end_add_races (&races, r);
  ft_strbuf_add (&text, "%s%s.", races.size ? "; " : "",
                 ft_strbuf_text (&races));
  json_t *result = json_pack (
      "{s:s, s:i, s:s, s:s, s:o, s:[o], s:o}", "ruleId", "crash", "ruleIndex",
      2, "kind", "fail", "level", "error", "message",
      ft_sarif_message (ft_strbuf_text (&text)), "locations",
      frame_location (r, x->stack.size ? x->stack.begin : &nowhere),
      "relatedLocations", stack);
  ft_strbuf_release (&races);
  ft_strbuf_release (&text);
  return result;
}

static json_t *lane_location (const ft_report *r, const char *name,
                              uint64_t iteration) {
  char text[64];
  snprintf (text, sizeof text, "in iteration %llu", (unsigned long long)iteration);
  return named_location (r, name, text);
}

json_t *ft_sarif_lanes (const ft_report *r, const ft_lane_pair *p) {
  ft_strbuf text = {0};
  ft_lanes_add (&text, p, "race of lanes, ");
  json_t *result = json_pack (
      "{s:s, s:i, s:s, s:s, s:o, s:[o], s:[o]}", "ruleId", "lane-race",
      "ruleIndex", 6, "kind", "fail", "level", "error", "message",
      ft_sarif_message (ft_strbuf_text (&text)), "locations",
      lane_location (r, p->location[0], p->iteration[0]), "relatedLocations",
      lane_location (r, p->location[1], p->iteration[1]));
  ft_strbuf_release (&text);
  return result;
}
