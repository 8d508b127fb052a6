// Reading witnesses from JSON (docs/reference/witness-format.md).  Every value
// is tested for type and range against the trace before it is used.

#include <inttypes.h>
#include <string.h>

#include "witness/document.h"

typedef struct ft_parse {
  const char *path;
  const ft_trace *trace;
  const char *race;   // the only id wanted, or NULL
  const char *remedy; // advice if the trace does not fit, or NULL
  ft_error *error;
  FT_STACK (ft_witness) found;
} ft_parse;

static bool fail (ft_parse *p, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

static bool fail (ft_parse *p, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  ft_error_set (p->error, FT_EXIT_BAD_INPUT, "%.400s: %s", p->path, text);
  return false;
}

// ---- values ----

static const char *type_name (const json_t *value) {
  static const char *const names[] = {
      [JSON_OBJECT] = "an object",   [JSON_ARRAY] = "an array",
      [JSON_STRING] = "a string",    [JSON_INTEGER] = "an integer",
      [JSON_REAL] = "a real number", [JSON_TRUE] = "true",
      [JSON_FALSE] = "false",        [JSON_NULL] = "null",
  };
  return value ? names[json_typeof (value)] : "nothing";
}

// The member of an object that must have this type, or NULL and an error.
static json_t *member (ft_parse *p, json_t *object, const char *name,
                       json_type type, const char *expected) {
  json_t *value = json_object_get (object, name);
  if (value && json_typeof (value) == type)
    return value;
  fail (p, "expected %s as '%s', found %s", expected, name, type_name (value));
  return NULL;
}

static bool read_position (ft_parse *p, const json_t *value, const char *where,
                           ft_id *position) {
  if (!json_is_integer (value))
    return fail (p, "expected an event position in '%s', found %s", where,
                 type_name (value));
  json_int_t i = json_integer_value (value);
  if (i < 0 || i >= (json_int_t)p->trace->size + p->trace->altpath_events)
    return fail (p,
                 "'%s' names event %" JSON_INTEGER_FORMAT
                 ", but the trace has %" PRIu32 " events",
                 where, i, p->trace->size);
  *position = (ft_id)i;
  return true;
}

// ---- parts of both documents ----

static bool read_model (ft_parse *p, json_t *object, ft_witness *w) {
  json_t *json = member (p, object, "model", JSON_STRING, "a string");
  if (!json)
    return false;
  int model = ft_model_of (json_string_value (json));
  if (model < 0)
    return fail (p,
                 "model '%.40s' is not one that can be checked here: mcm, "
                 "value, path",
                 json_string_value (json));
  w->model = (enum ft_model)model;
  return true;
}

// Without the member the pair races under sequential consistency.
static bool read_memory_model (ft_parse *p, json_t *object, ft_witness *w) {
  json_t *json = json_object_get (object, "memory_model");
  if (!json)
    return true;
  int model = json_is_string (json)
                  ? ft_memory_model_of (json_string_value (json))
                  : -1;
  if (model < 0)
    return fail (p, "expected \"sc\", \"c11\" or \"rc11\" as 'memory_model'");
  w->memory = (enum ft_memory_model)model;
  return true;
}

// An error about a trace that does not fit, with the advice about it.
static bool fail_other (ft_parse *p, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

static bool fail_other (ft_parse *p, const char *format, ...) {
  char text[400];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  return fail (p, "%s%s%.100s", text, p->remedy ? "; " : "",
               p->remedy ? p->remedy : "");
}

static bool check_trace (ft_parse *p, json_t *document) {
  json_t *trace = member (p, document, "trace", JSON_OBJECT, "an object");
  if (!trace)
    return false;
  const char *part =
      json_object_get (trace, "expanded") ? "expanded" : "events";
  json_t *events = json_object_get (trace, part);
  json_t *digest = json_object_get (trace, "digest");
  char own[32];
  snprintf (own, sizeof own, "%016" PRIx64, ft_trace_digest (p->trace));
  if (events && !json_is_integer (events))
    return fail (p, "expected an integer as '%s', found %s", part,
                 type_name (events));
  if (events && json_integer_value (events) != (json_int_t)p->trace->size)
    return fail_other (p,
                       "is for a trace of %" JSON_INTEGER_FORMAT
                       " events, but %.200s has %" PRIu32,
                       json_integer_value (events), p->trace->path,
                       p->trace->size);
  if (digest && !json_is_string (digest))
    return fail (p, "expected a string as 'digest', found %s",
                 type_name (digest));
  return !digest || !strcmp (json_string_value (digest), own) ||
         fail_other (p,
                     "is for another trace: digest %.40s, but that of %.200s "
                     "is %s",
                     json_string_value (digest), p->trace->path, own);
}

// An optional list of lists of events.  '*list' is NULL if it is not there.
static bool read_lists (ft_parse *p, json_t *object, const char *name,
                        json_t **list) {
  *list = json_object_get (object, name);
  if (*list && !json_is_array (*list))
    return fail (p, "expected an array as '%s', found %s", name,
                 type_name (*list));
  for (size_t i = 0; *list && i < json_array_size (*list); i++)
    if (!json_is_array (json_array_get (*list, i)))
      return fail (p, "expected arrays in '%s', found %s", name,
                   type_name (json_array_get (*list, i)));
  return true;
}

static bool read_read_from (ft_parse *p, const json_t *pair, ft_witness *w) {
  const json_t *write = json_array_get (pair, 1);
  ft_read_from from = {FT_NO_ID, FT_NO_ID};
  if (json_array_size (pair) != 2)
    return fail (p, "expected 2 events in each of 'reads', found %zu",
                 json_array_size (pair));
  if (!read_position (p, json_array_get (pair, 0), "reads", &from.read) ||
      (!json_is_null (write) &&
       !read_position (p, write, "reads", &from.write)))
    return false;
  FT_PUSH (w->reads, from);
  return true;
}

static bool read_order (ft_parse *p, const json_t *list, ft_witness *w) {
  for (size_t i = 0; i < json_array_size (list); i++) {
    ft_id position;
    if (!read_position (p, json_array_get (list, i), "modification_orders",
                        &position))
      return false;
    FT_PUSH (w->orders, position);
  }
  FT_PUSH (w->orders, FT_NO_ID);
  return true;
}

// Reads the members that make a schedule an execution graph, under rc11.
static bool read_graph (ft_parse *p, json_t *object, ft_witness *w) {
  json_t *reads, *orders;
  if (!read_lists (p, object, "reads", &reads) ||
      !read_lists (p, object, "modification_orders", &orders))
    return false;
  if ((reads || orders) && w->memory != FT_MEMORY_RC11)
    return fail (p, "'%s' needs \"rc11\" as 'memory_model'",
                 reads ? "reads" : "modification_orders");
  for (size_t i = 0; i < json_array_size (reads); i++)
    if (!read_read_from (p, json_array_get (reads, i), w))
      return false;
  for (size_t i = 0; i < json_array_size (orders); i++)
    if (!read_order (p, json_array_get (orders, i), w))
      return false;
  return true;
}

static bool read_schedule (ft_parse *p, json_t *object, ft_witness *w) {
  json_t *list = member (p, object, "schedule", JSON_ARRAY, "an array");
  for (size_t i = 0; list && i < json_array_size (list); i++) {
    ft_id position;
    if (!read_position (p, json_array_get (list, i), "schedule", &position))
      return false;
    FT_PUSH (w->schedule, position);
  }
  return list && read_graph (p, object, w);
}

// The blocked acquires: member 'deadlock', in results 'acquires'.
static bool read_blocked (ft_parse *p, json_t *object, const char *name,
                          ft_witness *w) {
  json_t *list = member (p, object, name, JSON_ARRAY, "an array");
  for (size_t i = 0; list && i < json_array_size (list); i++) {
    ft_id position;
    if (!read_position (p, json_array_get (list, i), name, &position))
      return false;
    FT_PUSH (w->blocked, position);
  }
  if (list && w->blocked.size < 2)
    return fail (p, "expected 2 events or more in '%s', found %zu", name,
                 w->blocked.size);
  return list;
}

// The pair: positions or, if 'nested', objects with a position as 'event', as
// in results.
static bool read_pair (ft_parse *p, json_t *object, bool nested,
                       ft_witness *w) {
  json_t *pair = member (p, object, "pair", JSON_ARRAY, "an array");
  if (!pair)
    return false;
  if (json_array_size (pair) != 2)
    return fail (p, "expected 2 events in 'pair', found %zu",
                 json_array_size (pair));
  for (size_t i = 0; i < 2; i++) {
    json_t *value = json_array_get (pair, i);
    if (nested)
      value = json_object_get (value, "event");
    if (!read_position (p, value, "pair", w->pair + i))
      return false;
  }
  return true;
}

// The failure: its kind, the failing event and the FREE that comes before it, in
// the members of 'object'.
static bool read_failure (ft_parse *p, json_t *object, ft_witness *w) {
  json_t *kind = member (p, object, "kind", JSON_STRING, "a string");
  json_t *freed = json_object_get (object, "freed");
  int failure = kind ? ft_failure_of (json_string_value (kind)) : -1;
  if (!kind)
    return false;
  if (failure <= FT_FAILURE_NONE)
    return fail (p, "failure '%.40s' is not one that can be checked here",
                 json_string_value (kind));
  w->failure = (enum ft_failure_kind)failure;
  w->freed = FT_NO_ID;
  return read_position (p, json_object_get (object, "event"), "event",
                        &w->fails) &&
         (!freed || json_is_null (freed) ||
          read_position (p, freed, "freed", &w->freed));
}

// ---- the documents ----

static bool read_exposed (ft_parse *p, json_t *document, ft_witness *w) {
  json_t *failure = json_object_get (document, "failure");
  if (failure && (json_object_get (document, "pair") ||
                  json_object_get (document, "deadlock")))
    return fail (p, "holds a 'failure' beside a 'pair' or a 'deadlock'; "
                    "expected one of them");
  if (failure && !json_is_object (failure))
    return fail (p, "expected an object as 'failure', found %s",
                 type_name (failure));
  if (failure)
    return read_failure (p, failure, w);
  if (!json_object_get (document, "deadlock"))
    return read_pair (p, document, false, w);
  if (json_object_get (document, "pair"))
    return fail (p, "holds a 'pair' and a 'deadlock'; expected one of them");
  return read_blocked (p, document, "deadlock", w);
}

static bool read_single (ft_parse *p, json_t *document) {
  ft_witness w = {.id = ""};
  bool good = check_trace (p, document) && read_model (p, document, &w) &&
              read_memory_model (p, document, &w) &&
              read_exposed (p, document, &w) && read_schedule (p, document, &w);
  if (good && p->race)
    good = fail (p, "holds one witness without an id, so that '--race' cannot "
                    "choose");
  if (good)
    FT_PUSH (p->found, w);
  else
    ft_witness_release (&w);
  return good;
}

// The lists of findings of a results document.
static const char *const lists[] = {"races", "deadlocks", "failures"};
static const char *const singular[] = {"race", "deadlock", "failure"};
enum list { RACES, DEADLOCKS, FAILURES };

// The members that say what the witness exposes, and under which model.
static bool read_named (ft_parse *p, json_t *entry, enum list list,
                        ft_witness *w) {
  switch (list) {
  case RACES:
    return read_model (p, entry, w) && read_memory_model (p, entry, w) &&
           read_pair (p, entry, true, w);
  case DEADLOCKS:
    return read_blocked (p, entry, "acquires", w);
  case FAILURES:
    return read_model (p, entry, w) && read_failure (p, entry, w);
  }
  return false;
}

static bool read_certified (ft_parse *p, json_t *entry, const char *id,
                            enum list list) {
  ft_witness w = {.id = ""};
  snprintf (w.id, sizeof w.id, "%s", id);
  json_t *witness = member (p, entry, "witness", JSON_OBJECT, "an object");
  bool good = witness && read_named (p, entry, list, &w) &&
              read_schedule (p, witness, &w);
  if (good)
    FT_PUSH (p->found, w);
  else
    ft_witness_release (&w);
  return good;
}

static bool read_finding (ft_parse *p, json_t *entry, enum list list,
                          bool *seen) {
  if (!json_is_object (entry))
    return fail (p, "expected objects in '%s', found %s", lists[list],
                 type_name (entry));
  json_t *id = member (p, entry, "id", JSON_STRING, "a string");
  json_t *verdict =
      id ? member (p, entry, "verdict", JSON_STRING, "a string") : NULL;
  if (!verdict)
    return false;
  if (p->race && strcmp (json_string_value (id), p->race))
    return true;
  *seen = true;
  if (ft_verdict_has_witness (json_string_value (verdict)))
    return read_certified (p, entry, json_string_value (id), list);
  return !p->race || fail (p,
                           "%s '%.40s' is %.40s, so that it has no "
                           "witness",
                           singular[list], p->race,
                           json_string_value (verdict));
}

static bool read_findings (ft_parse *p, json_t *document, enum list which,
                           bool *seen) {
  json_t *list = member (p, document, lists[which], JSON_ARRAY, "an array");
  for (size_t i = 0; list && i < json_array_size (list); i++)
    if (!read_finding (p, json_array_get (list, i), which, seen))
      return false;
  return list;
}

static bool read_results (ft_parse *p, json_t *document) {
  bool seen = false;
  if (!member (p, document, "races", JSON_ARRAY, "an array") ||
      !check_trace (p, document))
    return false;
  for (int i = RACES; i <= FAILURES; i++)
    if (json_object_get (document, lists[i]) &&
        !read_findings (p, document, (enum list)i, &seen))
      return false;
  if (seen || !p->race)
    return true;
  return fail (p, "has no %s '%.40s'",
               singular[*p->race == 'D'   ? DEADLOCKS
                        : *p->race == 'F' ? FAILURES
                                          : RACES],
               p->race);
}

static bool read_document (ft_parse *p, json_t *document) {
  if (!json_is_object (document))
    return fail (p, "expected an object, found %s", type_name (document));
  json_t *schema = member (p, document, "schema", JSON_STRING, "a string");
  if (!schema)
    return false;
  if (!strcmp (json_string_value (schema), "foretrace-witness/1"))
    return read_single (p, document);
  if (!strcmp (json_string_value (schema), "foretrace-results/1"))
    return read_results (p, document);
  return fail (p,
               "expected schema foretrace-witness/1 or foretrace-results/1, "
               "found '%.60s'",
               json_string_value (schema));
}

// ---- the file ----

static void drop_all (ft_parse *p) {
  for (size_t i = 0; i < p->found.size; i++)
    ft_witness_release (p->found.begin + i);
  FT_RELEASE (p->found);
}

int ft_witness_read_document (const ft_witness_document *d,
                              const ft_trace *trace, const char *race,
                              ft_witness **witnesses, ft_error *error) {
  ft_parse p = {d->path, trace, race, d->remedy, error, {0}};
  *witnesses = NULL;
  *error = FT_NO_ERROR;
  if (!read_document (&p, d->json)) {
    drop_all (&p);
    return -1;
  }
  *witnesses = p.found.begin;
  return (int)p.found.size;
}

int ft_witness_read (const char *path, const ft_trace *trace, const char *race,
                     ft_witness **witnesses, ft_error *error) {
  *witnesses = NULL;
  *error = FT_NO_ERROR;
  ft_witness_document *d = ft_witness_document_load (path, error);
  int count =
      d ? ft_witness_read_document (d, trace, race, witnesses, error) : -1;
  ft_witness_document_free (d);
  return count;
}
