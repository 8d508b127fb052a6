// Findings of a database as SARIF 2.1.0, and as crash states.
#include "db/export.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "db/database.h"
#include "db/severity.h"
#include "report/sarif_result.h"
#include "report/source_location.h"

static const char *text_of (const json_t *value, const char *name) {
  const char *text = json_string_value (json_object_get (value, name));
  return text ? text : "";
}

// ---- SARIF -----------------------------------------------------------------

static json_t *location_at (const char *file, json_int_t line,
                            json_int_t column, int id, const char *what) {
  json_t *region = json_pack ("{s:I}", "startLine", line > 0 ? line : 1);
  if (column > 0)
    json_object_set_new (region, "startColumn", json_integer (column));
  ft_strbuf uri = {0};
  ft_source_location_uri (&uri, file);
  json_t *location = json_pack (
      "{s:i, s:{s:{s:s}, s:o}, s:{s:s}}", "id", id, "physicalLocation",
      "artifactLocation", "uri", ft_strbuf_text (&uri), "region", region,
      "message", "text", what);
  ft_strbuf_release (&uri);
  return location;
}

// A location of an access; NULL without a file.
static json_t *location_of (const json_t *access, int id) {
  const char *file = text_of (access, "file");
  if (!*file)
    return NULL;
  return location_at (
      file, json_integer_value (json_object_get (access, "line")),
      json_integer_value (json_object_get (access, "column")), id,
      text_of (access, "op"));
}

// Where a failure is seen, "a.c:35:3"; NULL if its location has another form.
static json_t *failing_location (const json_t *document) {
  const char *at = text_of (document, "location");
  ft_strbuf file = {0};
  json_t *location = NULL;
  long long line = 0, column = 0;
  const char *colon = strchr (at, ':');
  if (colon > at && sscanf (colon, ":%lld:%lld", &line, &column) >= 1) {
    ft_strbuf_add_bytes (&file, at, (size_t)(colon - at));
    location = location_at (ft_strbuf_text (&file), line, column, 0,
                            text_of (document, "kind"));
  }
  ft_strbuf_release (&file);
  return location;
}

// The first location is that of the result, the others are related to it: what
// fails and the accesses whose order decides, or the accesses of a race.
static void add_locations (json_t *result, const json_t *finding) {
  const json_t *accesses = ft_finding_accesses (finding);
  json_t *all = json_array (), *first = NULL;
  if (ft_finding_is_failure (finding))
    first = failing_location (json_object_get (finding, "document"));
  if (first)
    json_array_append_new (all, first);
  for (size_t i = 0; i < json_array_size (accesses); i++) {
    json_t *location = location_of (json_array_get (accesses, i),
                                    (int)json_array_size (all));
    if (location)
      json_array_append_new (all, location);
  }
  if (json_array_size (all))
    json_object_set_new (result, "locations",
                         json_pack ("[O]", json_array_get (all, 0)));
  json_array_remove (all, 0);
  if (json_array_size (all))
    json_object_set (result, "relatedLocations", all);
  json_decref (all);
}

// The rule of a kind, by its words: "use after free" is "use-after-free".
static char *rule_of (const char *kind) {
  ft_strbuf rule = {0};
  for (; *kind; kind++)
    ft_strbuf_add (&rule, "%c", *kind == ' ' ? '-' : *kind);
  return ft_strbuf_take (&rule);
}

static size_t rule_index (json_t *rules, const char *kind) {
  char *id = rule_of (kind);
  size_t i = 0;
  while (i < json_array_size (rules) &&
         strcmp (text_of (json_array_get (rules, i), "id"), id))
    i++;
  if (i == json_array_size (rules))
    json_array_append_new (
        rules, json_pack ("{s:s, s:{s:s}}", "id", id, "shortDescription",
                          "text", kind));
  free (id);
  return i;
}

static json_t *result_of (const json_t *finding, json_t *rules) {
  const char *class = json_string_value (json_object_get (finding, "class"));
  const char *kind = text_of (finding, "kind");
  enum ft_consequence_class like = ft_severity_class (class, kind);
  size_t index = rule_index (rules, kind);
  json_t *result = json_pack (
      "{s:s, s:I, s:s, s:f, s:o, s:{s:s, s:s+}, s:s}", "ruleId",
      text_of (json_array_get (rules, index), "id"), "ruleIndex",
      (json_int_t)index, "level", ft_sarif_level (like), "rank",
      ft_sarif_rank (like), "message",
      ft_sarif_message (text_of (finding, "title")), "partialFingerprints",
      "foretraceFinding/v1", text_of (finding, "fingerprint"),
      "primaryLocationLineHash", text_of (finding, "fingerprint"), ":1",
      "baselineState",
      !strcmp (text_of (finding, "state"), "known") ? "unchanged" : "new");
  add_locations (result, finding);
  return result;
}

json_t *ft_db_sarif (const json_t *findings) {
  json_t *rules = json_array (), *results = json_array ();
  for (size_t i = 0; i < json_array_size (findings); i++)
    json_array_append_new (results,
                           result_of (json_array_get (findings, i), rules));
  return json_pack (
      "{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:o}]}", "$schema",
      "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
      "runs", "tool", "driver", "name", "foretrace", "version", FT_VERSION,
      "rules", rules, "results", results);
}

// ---- crash states ----------------------------------------------------------

// The three innermost functions of the program at an access.
static void write_side (FILE *file, const json_t *access) {
  const json_t *stack = json_object_get (access, "stack");
  unsigned frames = 0;
  for (size_t i = 0; i < json_array_size (stack) && frames < 3; i++) {
    const json_t *frame = json_array_get (stack, i);
    if (json_is_true (json_object_get (frame, "library")))
      continue;
    fprintf (file, "  %s\n", text_of (frame, "function"));
    frames++;
  }
  if (!frames)
    fprintf (file, "  %s\n", text_of (access, "location"));
}

void ft_db_crash_state (FILE *file, const json_t *finding) {
  const json_t *pair = ft_finding_accesses (finding);
  const json_t *access = json_array_get (pair, 0);
  fprintf (file, "Crash Type: %s\nCrash State:\n", text_of (finding, "kind"));
  for (size_t i = 0; i < 2; i++, access = json_array_get (pair, i))
    write_side (file, access);
}
