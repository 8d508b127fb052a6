// JSON lines: the text format of this project (docs/reference/trace-format.md),
// one object per line, in which every kind of event and every field can be
// written by hand.
//
// The parser is strict: unknown keys, keys that do not belong to the kind,
// wrong types and numbers out of range are errors, since a misspelt key that
// went unnoticed would change verdicts.

#include <string.h>

#include "format/jsonl.h"

typedef struct state {
  ft_address_map *memory; // owned
  bool started;           // an object was read before
} state;

static void *begin (void) {
  state *s = FT_NEW (state);
  s->memory = ft_address_map_new ();
  return s;
}

static void end (void *opaque) {
  state *s = opaque;
  ft_address_map_free (s->memory);
  free (s);
}

static int fail (const ft_jsonl_object *o, const char *what,
                 const char *which) {
  return ft_trace_line_error (o->line, o->error, "%s '%.60s'", what, which);
}

static enum ft_key find_key (const char *text) {
  int key = 0;
  while (key < FT_KEY_COUNT && strcmp (text, ft_key_name ((enum ft_key)key)))
    key++;
  return (enum ft_key)key;
}

// The thread of an event of an alternative path is set already.
static int sort_keys (ft_jsonl_object *o, json_t *object) {
  const char *text;
  json_t *value;
  json_object_foreach (object, text, value) {
    enum ft_key key = find_key (text);
    if (key == FT_KEY_COUNT)
      return fail (o, "unknown key", text);
    if (key == FT_KEY_THREAD && o->value[key])
      return fail (o,
                   "an alternative path runs on the thread of its branch; "
                   "unexpected key",
                   text);
    o->value[key] = value;
  }
  if (!o->value[FT_KEY_THREAD])
    return fail (o, "expected the key", "thread");
  if (!o->value[FT_KEY_OP])
    return fail (o, "expected the key", "op");
  return 1;
}

// The names of operations: kinds first, then marks.
static const char *operation_text (unsigned i) {
  return i < FT_KIND_COUNT ? ft_kind_name ((enum ft_kind)i)
                           : ft_mark_name ((enum ft_mark) (i - FT_KIND_COUNT));
}

static int check_keys (const ft_jsonl_object *o, const char *op,
                       uint32_t needed, uint32_t allowed) {
  allowed |= 1u << FT_KEY_THREAD | 1u << FT_KEY_OP | 1u << FT_KEY_LOCATION;
  for (int key = 0; key < FT_KEY_COUNT; key++) {
    const char *name = ft_key_name ((enum ft_key)key);
    if (!o->value[key] && (needed >> key & 1))
      return ft_trace_line_error (o->line, o->error, "%s needs the key '%s'",
                                  op, name);
    if (o->value[key] && !(allowed >> key & 1))
      return ft_trace_line_error (o->line, o->error, "%s has no key '%s'", op,
                                  name);
  }
  return 1;
}

static bool check_altpath (const ft_jsonl_object *o, bool mark, unsigned op) {
  if (o->value[FT_KEY_INPUT])
    return fail (o, "an alternative path cannot have", "input") > 0;
  bool fails = mark && op - FT_KIND_COUNT >= FT_MARK_ASSERTION;
  if (fails || (!mark && ft_altpath_allows ((enum ft_kind)op)))
    return true;
  fail (o, "an alternative path cannot have", operation_text (op));
  return false;
}

// Add the parts of the event that tables keep by position.
static bool add_to_tables (const ft_jsonl_object *o, const ft_event *e) {
  return (!o->value[FT_KEY_ALTERNATIVES] || ft_jsonl_object_altpaths (o, e)) &&
         ft_jsonl_object_origin (o);
}

static int parse_event (const ft_jsonl_object *o, bool altpath, ft_event *e) {
  unsigned op;
  if (!ft_jsonl_object_choice (o, FT_KEY_OP, FT_KIND_COUNT + FT_MARK_COUNT,
                               operation_text, &op))
    return -1;
  bool mark = op >= FT_KIND_COUNT;
  enum ft_kind kind = mark ? FT_FENCE : (enum ft_kind)op;
  if (altpath && !check_altpath (o, mark, op))
    return -1;
  if (check_keys (o, operation_text (op), mark ? 0 : ft_keys_needed (kind),
                  mark ? 0 : ft_keys_allowed (kind)) < 0)
    return -1;
  if (!mark && !ft_jsonl_object_event (o, kind, e))
    return -1;
  if (!mark)
    return altpath || add_to_tables (o, e) ? 1 : -1;
  if (!ft_jsonl_object_location (o, e))
    return -1;
  ft_event_set_mark (e, (enum ft_mark) (op - FT_KIND_COUNT));
  return 1;
}

bool ft_jsonl_object_parse (ft_jsonl_object *o, json_t *object, bool altpath,
                            ft_event *e) {
  return sort_keys (o, object) >= 0 && parse_event (o, altpath, e) > 0;
}

// A header may come before the first event; it names the version.
static int parse_header (const state *s, const ft_jsonl_object *o,
                         json_t *object) {
  const char *schema = json_string_value (json_object_get (object, "schema"));
  const char *text;
  json_t *value;
  if (s->started)
    return ft_trace_line_error (
        o->line, o->error,
        "expected an event; the header with 'schema' can "
        "only be the first line");
  if (!schema || strcmp (schema, FT_TRACE_SCHEMA))
    return fail (o, "expected the schema \"" FT_TRACE_SCHEMA "\", found",
                 schema ? schema : "?");
  json_object_foreach (
      object, text,
      value) if (strcmp (text, "schema") && strcmp (text, "producer") &&
                 strcmp (text,
                         "comment")) return fail (o,
                                                  "unknown key of the header",
                                                  text);
  return 0;
}

static int parse_object (state *s, ft_jsonl_object *o, json_t *object,
                         ft_event *e) {
  int got;
  if (json_object_get (object, "schema"))
    got = parse_header (s, o, object);
  else
    got = ft_jsonl_object_parse (o, object, false, e) ? 1 : -1;
  s->started = true;
  return got;
}

// The parser's words, but for errors that only its options explain.
static const char *words_of (const json_error_t *why) {
  switch ((int)json_error_code (why)) {
  case json_error_null_character:
  case json_error_null_byte_in_key:
    return "a name cannot contain NUL (\\u0000)";
  case json_error_numeric_overflow:
    return "a number is out of range; integers from 2^63 on, up to 64 bits, "
           "are written as \"0x...\"";
  }
  return why->text;
}

static int parse_error (const ft_trace_line *line, const json_error_t *why,
                        ft_error *error) {
  return ft_trace_line_error (
      line, error, "column %d: %s%s", why->column,
      words_of (why) == why->text ? "not a JSON object: " : "", words_of (why));
}

static int parse (void *opaque, const ft_trace_line *line, ft_event *e,
                  ft_error *error) {
  state *s = opaque;
  if (line->text.begin[0] == '#' || ft_span_starts (line->text, "//"))
    return 0;
  if (line->text.begin[0] != '{')
    return ft_trace_line_error (line, error,
                                "expected an object '{...}', found "
                                "'%.*s'",
                                FT_SPAN_ARGS (line->text));
  json_error_t why;
  json_t *object = json_loadb (line->text.begin, line->text.size,
                               JSON_REJECT_DUPLICATES, &why);
  if (!object)
    return parse_error (line, &why, error);
  ft_jsonl_object o = {.line = line, .memory = s->memory, .error = error};
  int got = parse_object (s, &o, object, e);
  json_decref (object);
  return got;
}

const ft_text_format ft_text_format_jsonl = {"jsonl", begin, end, parse};
