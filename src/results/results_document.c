#include "results/results_document.h"

#include <ctype.h>
#include <string.h>

// ---- the scanner ----

// The state of the scanner; a key is a string that a colon follows.
enum scan_state { OUTSIDE, STRING, AFTER_STRING, AFTER_COLON, LIST };

#define KEY "schedule"
enum { KEY_SIZE = sizeof KEY - 1 };

typedef struct scanner {
  FILE *file;
  ft_results_document *document;
  bool schedules; // whether schedules are kept
  enum scan_state state;
  bool escaped, wrong;
  char string[KEY_SIZE + 1]; // the start of the current string
  size_t size;               // of the string, as long as it may be the key
  uint64_t number;           // the current position in a schedule
  bool digits;               // 'number' has digits
  char pending[32];          // text that the parser gets next
  size_t pending_size;
} scanner;

static void scan_string (scanner *s, char c) {
  if (s->size <= KEY_SIZE)
    s->string[s->size++] = c;
  if (s->escaped || c == '\\')
    s->escaped = !s->escaped;
  else if (c == '"') {
    bool is_key = s->size == KEY_SIZE + 1 && !memcmp (s->string, KEY, KEY_SIZE);
    s->state = is_key ? AFTER_STRING : OUTSIDE;
  }
}

static void begin_string (scanner *s) {
  s->state = STRING;
  s->size = 0;
}

static void begin_list (scanner *s) {
  s->state = LIST;
  FT_PUSH (s->document->begin, s->document->events.size);
}

static void end_number (scanner *s) {
  if (s->digits && s->schedules)
    FT_PUSH (s->document->events, (ft_id)s->number);
  s->wrong |= s->number >= FT_NO_ID;
  s->number = 0;
  s->digits = false;
}

// Scans a schedule, of which the parser gets only its number and the closing
// bracket.
static bool scan_list (scanner *s, char c) {
  if (isdigit ((unsigned char)c)) {
    s->number = s->number * 10 + (uint64_t)(c - '0');
    s->wrong |= s->number >= FT_NO_ID;
    s->digits = true;
    return false;
  }
  end_number (s);
  if (c == ']') {
    s->state = OUTSIDE;
    s->pending_size = (size_t)snprintf (s->pending, sizeof s->pending, "%zu]",
                                        s->document->begin.size - 1);
  } else
    s->wrong |= c != ',' && !isspace ((unsigned char)c);
  return false;
}

// Whether the parser gets the character.
static bool scan (scanner *s, char c) {
  switch (s->state) {
  case LIST:
    return scan_list (s, c);
  case STRING:
    scan_string (s, c);
    return true;
  case OUTSIDE:
  case AFTER_STRING:
  case AFTER_COLON:
    break;
  }
  if (isspace ((unsigned char)c))
    return true;
  if (c == '"')
    begin_string (s);
  else if (c == '[' && s->state == AFTER_COLON)
    begin_list (s);
  else
    s->state = c == ':' && s->state == AFTER_STRING ? AFTER_COLON : OUTSIDE;
  return true;
}

static size_t feed (void *buffer, size_t size, void *context) {
  scanner *s = context;
  char *to = buffer;
  size_t n = 0;
  int c;
  while (n + sizeof s->pending < size && !s->wrong &&
         (c = getc_unlocked (s->file)) != EOF) {
    if (scan (s, (char)c))
      to[n++] = (char)c;
    memcpy (to + n, s->pending, s->pending_size);
    n += s->pending_size;
    s->pending_size = 0;
  }
  return s->wrong ? (size_t)-1 : n;
}

// ---- the document ----------------------------------------------------------

void ft_results_document_release (ft_results_document *d) {
  json_decref (d->root);
  FT_RELEASE (d->events);
  FT_RELEASE (d->begin);
  d->root = NULL;
}

// What to give instead of a document of another schema.
static const char *instead_of (const char *schema, bool sarif) {
  if (sarif)
    return "; give what 'check --format json' wrote, or the recorded run";
  if (schema && !strncmp (schema, "foretrace-exploration/", 22))
    return "; 'foretrace db add' takes the directory of the exploration, and "
           "the runs in it that have findings hold results.json";
  return "";
}

static bool check_schema (const ft_results_document *d, const char *path,
                          ft_error *error) {
  const char *schema = json_string_value (json_object_get (d->root, "schema"));
  if (schema && !strcmp (schema, "foretrace-results/1"))
    return true;
  bool sarif = !schema && json_is_array (json_object_get (d->root, "runs"));
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: expected the schema 'foretrace-results/1', found '%s'%s",
                path,
                schema  ? schema
                : sarif ? "SARIF"
                        : "none",
                instead_of (schema, sarif));
  return false;
}

bool ft_results_document_read (ft_results_document *d, FILE *file,
                               const char *path, bool schedules,
                               ft_error *error) {
  scanner s = {.file = file, .document = d, .schedules = schedules};
  json_error_t json;
  *d = (ft_results_document){0};
  d->root = json_load_callback (feed, &s, JSON_REJECT_DUPLICATES, &json);
  if (d->root && check_schema (d, path, error))
    return true;
  if (s.wrong)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: expected event positions in schedule %zu", path,
                  d->begin.size);
  else if (!d->root)
    ft_error_at_line (error, path, (uint64_t)(json.line > 0 ? json.line : 1),
                      "not JSON: %s; expected what 'check --format json' "
                      "wrote (of a trace: foretrace check)",
                      json.text);
  ft_results_document_release (d);
  return false;
}

const ft_id *ft_results_document_schedule (const ft_results_document *d,
                                           const json_t *witness,
                                           size_t *size) {
  const json_t *list = json_object_get (witness, KEY);
  const json_t *number = json_array_get (list, 0);
  json_int_t i = json_is_integer (number) ? json_integer_value (number) : -1;
  if (i < 0 || (size_t)i >= d->begin.size)
    return NULL;
  bool last = (size_t)i + 1 == d->begin.size;
  size_t begin = d->begin.begin[i];
  size_t end = last ? d->events.size : d->begin.begin[i + 1];
  static const ft_id nothing;
  *size = end - begin;
  return *size ? d->events.begin + begin : &nothing;
}
