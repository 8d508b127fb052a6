// JSON lines: numbers, names and lists as they stand in a line.

#include <stdio.h>
#include <string.h>

#include "format/jsonl.h"

// The JSON text that was found, shortened for a message.
static const char *shorten_text (json_t *json, char room[72]) {
  char *text = json_dumps (json, JSON_ENCODE_ANY | JSON_COMPACT);
  snprintf (room, 72, "%.60s", text ? text : "?");
  free (text);
  return room;
}

bool ft_jsonl_object_expected (const ft_jsonl_object *o, enum ft_key key,
                               json_t *json, const char *what) {
  char room[72];
  ft_trace_line_error (o->line, o->error, "expected %s as '%s', found %s", what,
                       ft_key_name (key), shorten_text (json, room));
  return false;
}

static ft_id add (const ft_jsonl_object *o, enum ft_class class,
                  const char *name, size_t length) {
  return ft_tables_add (o->line->tables, class, name, length);
}

bool ft_jsonl_object_name (const ft_jsonl_object *o, enum ft_key key,
                           enum ft_class class, ft_id *id) {
  json_t *json = o->value[key];
  if (json_is_integer (json)) {
    char text[32];
    int n = snprintf (text, sizeof text, "%lld",
                      (long long)json_integer_value (json));
    *id = add (o, class, text, (size_t)n);
    return true;
  }
  if (!json_is_string (json) || !json_string_length (json))
    return ft_jsonl_object_expected (o, key, json, "a name");
  *id = add (o, class, json_string_value (json), json_string_length (json));
  return true;
}

// "0x" and 1 to 16 hex digits.
static bool parse_hex (json_t *json, uint64_t *word) {
  const char *text = json_string_value (json);
  if (!text || strncmp (text, "0x", 2))
    return false;
  size_t digits = strspn (text + 2, "0123456789abcdefABCDEF");
  if (!digits || digits > 16 || text[2 + digits])
    return false;
  *word = strtoull (text, NULL, 16);
  return true;
}

static bool parse_word (json_t *json, uint64_t *word) {
  if (!json_is_integer (json))
    return parse_hex (json, word);
  *word = (uint64_t)json_integer_value (json);
  return true;
}

bool ft_jsonl_object_word (const ft_jsonl_object *o, enum ft_key key,
                           uint64_t *word) {
  json_t *json = o->value[key];
  if (parse_word (json, word))
    return true;
  return ft_jsonl_object_expected (o, key, json,
                                   "an integer or \"0x...\" of 64 bits");
}

bool ft_jsonl_object_count (const ft_jsonl_object *o, enum ft_key key,
                            uint64_t least, uint64_t most, uint64_t *count) {
  json_t *json = o->value[key];
  bool negative = json_is_integer (json) && json_integer_value (json) < 0;
  if (!negative && parse_word (json, count) && *count >= least &&
      *count <= most)
    return true;
  char what[96];
  if (most == UINT64_MAX)
    snprintf (what, sizeof what, "an integer from %llu on",
              (unsigned long long)least);
  else
    snprintf (what, sizeof what, "an integer from %llu to %llu",
              (unsigned long long)least, (unsigned long long)most);
  return ft_jsonl_object_expected (o, key, json, what);
}

bool ft_jsonl_object_value (const ft_jsonl_object *o, enum ft_key key,
                            uint64_t bytes, uint64_t *value) {
  json_t *json = o->value[key];
  if (json_is_boolean (json)) {
    *value = json_is_true (json);
    return true;
  }
  if (!ft_jsonl_object_word (o, key, value))
    return false;
  if (bytes >= 8)
    return true;
  uint64_t beyond = ~(uint64_t)0 << (8 * bytes), sign = beyond >> 1;
  bool negative = json_is_integer (json) && json_integer_value (json) < 0;
  if (negative ? (*value & sign) != sign : (*value & beyond) != 0) {
    char what[64];
    snprintf (what, sizeof what, "a value of %llu byte%s",
              (unsigned long long)bytes, bytes == 1 ? "" : "s");
    return ft_jsonl_object_expected (o, key, json, what);
  }
  *value &= ~beyond;
  return true;
}

bool ft_jsonl_object_operand (const ft_jsonl_object *o, enum ft_key key,
                              json_t *json, ft_operand *operand) {
  operand->local = FT_NO_ID;
  operand->constant = 0;
  if (parse_word (json, &operand->constant))
    return true;
  const char *text = json_string_value (json);
  if (!text || !*text || !strncmp (text, "0x", 2))
    return ft_jsonl_object_expected (
        o, key, json,
        "locals (strings) and constants (integers or "
        "\"0x...\")");
  operand->local = add (o, FT_CLASS_LOCAL, text, strlen (text));
  return true;
}

bool ft_jsonl_object_choice (const ft_jsonl_object *o, enum ft_key key,
                             unsigned count, const char *(*text) (unsigned),
                             unsigned *number) {
  json_t *json = o->value[key];
  const char *found = json_string_value (json);
  ft_strbuf what = {0};
  for (*number = 0; *number < count; (*number)++) {
    if (found && !strcmp (found, text (*number)))
      break;
    ft_strbuf_add (&what, "%s%s", *number ? ", " : "one of ", text (*number));
  }
  if (*number == count)
    ft_jsonl_object_expected (o, key, json, ft_strbuf_text (&what));
  ft_strbuf_release (&what);
  return *number < count;
}
