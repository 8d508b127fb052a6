// The alternative paths of a branch in JSON lines
// (docs/reference/trace-format.md): a list of objects with an outcome, the
// events of the path, and how many events it replaces.  The events of a path
// come before the paths of its branches, so that they are contiguous in the
// tables.

#include <stdio.h>
#include <string.h>

#include "trace/altpath_rules.h"
#include "format/jsonl.h"

typedef struct branch_context {
  const ft_jsonl_object *branch;
  ft_event event; // the branch
  ft_pos position;
  uint32_t nested; // index in the events of paths, FT_NO_ID: in the trace
  unsigned depth;
} branch_context;

static bool fail (const ft_jsonl_object *o, const char *what) {
  ft_trace_line_error (o->line, o->error, "%s", what);
  return false;
}

static bool read_list (const branch_context *);

// ---- one path --------------------------------------------------------------

static bool check_keys (const ft_jsonl_object *o, json_t *object) {
  const char *key;
  json_t *value;
  if (!json_is_object (object))
    return ft_jsonl_object_expected (
        o, FT_KEY_ALTERNATIVES, object,
        "objects {\"outcome\":...,\"events\":[...]}");
  json_object_foreach (object, key, value) if (strcmp (key, "outcome") &&
                                               strcmp (key, "events") &&
                                               strcmp (key, "replaces")) {
    ft_trace_line_error (o->line, o->error,
                         "unknown key of an alternative path '%.60s'", key);
    return false;
  }
  if (!json_object_get (object, "outcome"))
    return fail (o, "an alternative path needs the key 'outcome'");
  return json_is_array (json_object_get (object, "events")) ||
         fail (o, "an alternative path needs the key 'events', a list [...]");
}

static bool read_replaces (const ft_jsonl_object *o, json_t *json,
                           uint32_t *n) {
  *n = FT_NEVER_MERGES;
  if (!json)
    return true;
  if (!json_is_integer (json) || json_integer_value (json) < 0 ||
      json_integer_value (json) >= FT_NEVER_MERGES)
    return fail (o, "expected a number of events as 'replaces'");
  *n = (uint32_t)json_integer_value (json);
  return true;
}

static ft_jsonl_object nested_object (const ft_jsonl_object *o,
                                      const ft_trace_line *line) {
  ft_jsonl_object x = {.line = line, .memory = o->memory, .error = o->error};
  x.value[FT_KEY_THREAD] = o->value[FT_KEY_THREAD];
  return x;
}

// The longest text of "event N of the alternative path with outcome N".
enum { WITHIN_SIZE = 96 };

static ft_trace_line line_within (const ft_jsonl_object *o,
                                  char room[WITHIN_SIZE], uint64_t outcome,
                                  size_t i) {
  ft_trace_line line = *o->line;
  snprintf (room, WITHIN_SIZE,
            "event %zu of the alternative path with outcome %llu", i + 1,
            (unsigned long long)outcome);
  line.within = room;
  return line;
}

static bool read_event (const branch_context *s, json_t *object,
                        uint64_t outcome, size_t i) {
  char room[WITHIN_SIZE];
  ft_event e;
  ft_trace_line line = line_within (s->branch, room, outcome, i);
  ft_jsonl_object o = nested_object (s->branch, &line);
  if (!json_is_object (object))
    return fail (&o, "expected an object {...}");
  if (!ft_jsonl_object_parse (&o, object, true, &e))
    return false;
  ft_altpaths_push (&line.tables->altpaths, e);
  return true;
}

// The alternative paths of the branch that is event 'i' of the list.
static bool read_nested (const branch_context *s, json_t *object,
                         uint64_t outcome, size_t i, uint32_t number) {
  char room[WITHIN_SIZE];
  if (!json_object_get (object, "alternatives"))
    return true;
  ft_trace_line line = line_within (s->branch, room, outcome, i);
  ft_jsonl_object o = nested_object (s->branch, &line);
  o.value[FT_KEY_ALTERNATIVES] = json_object_get (object, "alternatives");
  branch_context inner = {&o, line.tables->altpaths.events.begin[number],
                          s->position, number, s->depth + 1};
  return inner.depth < FT_ALTPATH_DEPTH
             ? read_list (&inner)
             : fail (&o, "branches within each other are "
                         "too many");
}

static bool read_events (const branch_context *s, json_t *list,
                         ft_altpath *new) {
  ft_altpaths *a = &s->branch->line->tables->altpaths;
  json_t *object;
  size_t i;
  new->first = (uint32_t)a->events.size;
  new->count = (uint32_t)json_array_size (list);
  json_array_foreach (list, i, object) if (!read_event (s, object, new->outcome,
                                                        i)) return false;
  json_array_foreach (
      list, i,
      object) if (!read_nested (s, object, new->outcome, i,
                                new->first + (uint32_t)i)) return false;
  return true;
}

static bool read_one (const branch_context *s, json_t *object) {
  ft_altpaths *a = &s->branch->line->tables->altpaths;
  ft_altpath new;
  if (!check_keys (s->branch, object))
    return false;
  ft_jsonl_object o = nested_object (s->branch, s->branch->line);
  o.value[FT_KEY_OUTCOME] = json_object_get (object, "outcome");
  if (!ft_jsonl_object_value (&o, FT_KEY_OUTCOME,
                              (uint64_t)__builtin_popcount (s->event.mask),
                              &new.outcome) ||
      !read_replaces (&o, json_object_get (object, "replaces"),
                      &new.replaces) ||
      !read_events (s, json_object_get (object, "events"), &new))
    return false;
  if (s->nested == FT_NO_ID)
    ft_altpaths_add (a, s->position, new);
  else
    ft_altpaths_nest (a, s->nested, new);
  return true;
}

// ---- all paths of a branch -------------------------------------------------

static bool read_list (const branch_context *s) {
  const ft_jsonl_object *o = s->branch;
  json_t *list = o->value[FT_KEY_ALTERNATIVES], *object;
  size_t i;
  if (!json_is_array (list))
    return ft_jsonl_object_expected (o, FT_KEY_ALTERNATIVES, list,
                                     "a list [...]");
  if (json_array_size (list) > FT_MOST_ALTPATHS)
    return fail (o, "a branch has at most 256 alternative paths");
  json_array_foreach (list, i, object) if (!read_one (s, object)) return false;
  return true;
}

bool ft_jsonl_object_altpaths (const ft_jsonl_object *o, const ft_event *e) {
  ft_tables *tables = o->line->tables;
  ft_altpaths *a = &tables->altpaths;
  ft_altpaths_mark before = ft_altpaths_here (a);
  ft_strbuf why = {0};
  branch_context s = {o, *e, o->line->position, FT_NO_ID, 0};
  bool fine = read_list (&s);
  if (fine && !ft_altpaths_check_branch (tables, e,
                                         ft_altpaths_at (a, s.position), &why))
    fine = fail (o, ft_strbuf_text (&why));
  ft_strbuf_release (&why);
  if (!fine)
    ft_altpaths_undo (a, before);
  return fine;
}
