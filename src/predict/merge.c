#include "predict/merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "predict/merge_part.h"
#include "results/results_document.h"

enum { MOST_SHARDS = 100000 }; // as 'check --shard' takes

static bool read_document (ft_results_document *d, const char *path,
                           bool schedules, ft_error *error) {
  FILE *file = fopen (path, "re");
  *d = (ft_results_document){0};
  if (!file) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: cannot open these results: %s",
                  path, strerror (errno));
    return false;
  }
  bool fine = ft_results_document_read (d, file, path, schedules, error);
  fclose (file);
  return fine;
}

static bool fail (ft_error *error, const char *path, const char *what) {
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", path, what);
  return false;
}

// ---- options ---------------------------------------------------------------

static int index_of (const json_t *value, const char *const *names) {
  const char *text = json_string_value (value);
  for (int i = 0; text && names[i]; i++)
    if (!strcmp (names[i], text))
      return i;
  return -1;
}

static bool read_number (const json_t *options, const char *name,
                         double *value) {
  const json_t *member = json_object_get (options, name);
  *value = json_is_null (member) ? 0 : json_number_value (member);
  return json_is_null (member) || (json_is_number (member) && *value > 0);
}

static bool read_window (const json_t *value, ft_id *window) {
  json_int_t events = json_is_integer (value) ? json_integer_value (value) : 0;
  bool unbounded = json_is_string (value) &&
                   !strcmp (json_string_value (value), "unbounded");
  *window = (ft_id)events;
  return unbounded || (events > 0 && events < FT_NO_ID);
}

// Documents from before there were stages have none.
static bool read_stages (const json_t *list, unsigned *stages) {
  static const char *const names[] = {
#define S(NAME, text) text,
      FT_FUNNEL_STAGES (S) NULL
#undef S
  };
  for (size_t i = 0; i < json_array_size (list); i++) {
    int s = index_of (json_array_get (list, i), names);
    if (s < 0)
      return false;
    *stages |= 1u << s;
  }
  return !list || json_is_null (list) || json_is_array (list);
}

// Reports of earlier versions have none.
static bool read_memory_model (const json_t *o, ft_check_options *x) {
  const json_t *json = json_object_get (o, "memory_model");
  int model = !json ? FT_MEMORY_SC
              : json_is_string (json)
                  ? ft_memory_model_of (json_string_value (json))
                  : -1;
  x->memory_model = model < 0 ? FT_MEMORY_SC : (enum ft_memory_model)model;
  return model >= 0;
}

static bool read_choices (const json_t *o, ft_check_options *x) {
  static const char *const pairs[] = {"locations", "all", NULL};
  static const char *const encodings[] = {"order", "idl", NULL};
  static const char *const candidates[] = {"hybrid", "dc", "wcp", "hb", NULL};
  static const enum ft_relation relations[] = {FT_REL_FORK_JOIN, FT_REL_DC,
                                               FT_REL_WCP, FT_REL_HB};
  const char *model = json_string_value (json_object_get (o, "model"));
  int m = model ? ft_model_of (model) : -1;
  int p = index_of (json_object_get (o, "pairs"), pairs);
  int e = index_of (json_object_get (o, "encoding"), encodings);
  int c = index_of (json_object_get (o, "candidates"), candidates);
  if (m < 0 || p < 0 || e < 0 || c < 0)
    return false;
  x->model = (enum ft_model)m;
  x->all_pairs = p == 1;
  x->encoding = (enum ft_encoding)e;
  x->candidates = relations[c];
  return true;
}

static bool read_input (const json_t *o, ft_merge *m) {
  const json_t *format = json_object_get (o, "input_format");
  const char *name = json_string_value (format);
  if (!name && !json_is_null (format))
    return false;
  snprintf (m->input_format, sizeof m->input_format, "%s", name ? name : "");
  m->lenient = json_is_true (json_object_get (o, "lenient"));
  return true;
}

static bool read_options (const json_t *o, ft_merge *m) {
  ft_check_options *x = &m->options;
  double memory;
  *x = FT_CHECK_DEFAULTS;
  x->deadlocks = json_is_true (json_object_get (o, "deadlocks"));
  bool fine = read_choices (o, x) && read_memory_model (o, x) &&
              read_input (o, m) &&
              read_stages (json_object_get (o, "stages"), &x->stages) &&
              read_window (json_object_get (o, "window"), &x->window) &&
              read_number (o, "timeout", &x->timeout) &&
              read_number (o, "budget", &x->budget) &&
              read_number (o, "memory", &memory) && memory < 0x1p63;
  if (fine)
    x->memory = (uint64_t)memory;
  return fine;
}

// ---- shards of one check ---------------------------------------------------

// The members that must be equal in all shards: options, version and trace.
static json_t *identity (const json_t *root) {
  const json_t *trace = json_object_get (root, "trace");
  return json_pack (
      "{s:O?, s:O?, s:O?, s:O?}", "options", json_object_get (root, "options"),
      "tool", json_object_get (root, "tool"), "events",
      json_object_get (trace, "events"), "digest",
      json_object_get (json_object_get (root, "shard"), "digest"));
}

static json_int_t shard_member (const json_t *root, const char *name) {
  const json_t *shard = json_object_get (root, "shard");
  return shard ? json_integer_value (json_object_get (shard, name)) : 1;
}

static bool report_wrong_count (const char *path, json_int_t number,
                                json_int_t of, size_t count, ft_error *error) {
  if (of == 1)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: is a whole check, no shard of %zu; 'foretrace report' "
                  "reports it",
                  path, count);
  else
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: is shard %lld of %lld, but there %s %zu file%s; "
                  "foretrace merge TRACE FILES takes all of them together "
                  "(--partial: those that are there)",
                  path, (long long)number, (long long)of,
                  count == 1 ? "is" : "are", count, count == 1 ? "" : "s");
  return false;
}

// Whether the number of shards fits the number of files, and the other shards.
static bool fits (const ft_merge *m, size_t of) {
  return m->partial ? of >= m->count && (!m->shards || m->shards == of)
                    : of == m->count;
}

// Marks the document's shard number as taken.
static bool take_number (ft_merge *m, const json_t *root, const char *path,
                         bool *taken, ft_error *error) {
  json_int_t number = shard_member (root, "number"),
             of = shard_member (root, "of");
  if (of < 1 || of > MOST_SHARDS || number < 1 || number > of)
    return fail (error, path, "expected a shard K of N, K from 1 to N");
  if (!fits (m, (size_t)of))
    return report_wrong_count (path, number, of, m->count, error);
  m->shards = (size_t)of;
  if (taken[number - 1]) {
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: shard %lld is there twice",
                  path, (long long)number);
    return false;
  }
  return taken[number - 1] = true;
}

static bool read_head (ft_merge *m, const json_t *root, const char *path,
                       ft_error *error) {
  const json_t *trace = json_object_get (root, "trace");
  const json_t *events = json_object_get (trace, "events");
  if (!json_is_integer (events) || json_integer_value (events) < 0)
    return fail (error, path, "expected the number of events of the trace");
  m->events = (uint64_t)json_integer_value (events);
  m->begins = json_object_get (trace, "share");
  const char *name = json_string_value (json_object_get (trace, "path"));
  m->trace = ft_strdup (name ? name : "");
  return read_options (json_object_get (root, "options"), m) ||
         fail (error, path, "expected the options of a check");
}

static bool open_one (ft_merge *m, size_t i, json_t **first, bool *taken,
                      ft_error *error) {
  ft_results_document d;
  if (!read_document (&d, m->paths[i], false, error))
    return false;
  const json_t *root = d.root;
  json_t *id = identity (root);
  bool fine = take_number (m, root, m->paths[i], taken, error) &&
              (*first || read_head (m, root, m->paths[i], error)) &&
              (!*first || json_equal (*first, id) ||
               fail (error, m->paths[i],
                     "is of another trace, version or set of options than "
                     "the first file"));
  if (*first)
    json_decref (id);
  else
    *first = id;
  ft_results_document_release (&d);
  return fine;
}

void ft_merge_release (ft_merge *m) {
  free (m->trace);
  *m = (ft_merge){0};
}

bool ft_merge_open (ft_merge *m, const char *const *paths, size_t count,
                    bool partial, ft_error *error) {
  *m = (ft_merge){.paths = paths, .count = count, .partial = partial};
  bool *taken = FT_ARRAY (bool, MOST_SHARDS), fine = true;
  json_t *first = NULL;
  for (size_t i = 0; fine && i < count; i++)
    fine = open_one (m, i, &first, taken, error);
  json_decref (first);
  free (taken);
  return fine;
}

// ---- findings --------------------------------------------------------------

static void add_entries (ft_results *x, size_t races, size_t deadlocks,
                         size_t failures) {
  size_t old_races = x->size, old_deadlocks = x->deadlock_count;
  size_t old_failures = x->failure_count;
  x->size += races;
  x->deadlock_count += deadlocks;
  x->failure_count += failures;
  x->failures = ft_realloc (x->failures, x->failure_count, sizeof *x->failures);
  memset (x->failures + old_failures, 0, failures * sizeof *x->failures);
  x->races = ft_realloc (x->races, x->size, sizeof *x->races);
  x->deadlocks =
      ft_realloc (x->deadlocks, x->deadlock_count, sizeof *x->deadlocks);
  memset (x->races + old_races, 0, races * sizeof *x->races);
  memset (x->deadlocks + old_deadlocks, 0, deadlocks * sizeof *x->deadlocks);
}

static bool check_digest (const json_t *root, const ft_trace *trace,
                          const char *path, ft_error *error) {
  const char *text = json_string_value (
      json_object_get (json_object_get (root, "shard"), "digest"));
  char digits[24];
  if (!text)
    return true;
  snprintf (digits, sizeof digits, "%016llx",
            (unsigned long long)ft_trace_digest (trace));
  return !strcmp (text, digits) ||
         fail (error, path, "these are results of another trace");
}

static bool add_part (const ft_check_options *options, const char *path,
                      const ft_trace *trace, ft_checker *checker, ft_results *x,
                      ft_error *error) {
  ft_results_document d;
  if (!read_document (&d, path, true, error))
    return false;
  ft_merge_part p = {
      path,    trace, &d,     x, x->size, x->deadlock_count, x->failure_count,
      checker, error, options};
  add_entries (x, json_array_size (json_object_get (d.root, "races")),
               json_array_size (json_object_get (d.root, "deadlocks")),
               json_array_size (json_object_get (d.root, "failures")));
  bool fine =
      check_digest (d.root, trace, path, error) && ft_merge_part_read (&p);
  ft_results_document_release (&d);
  return fine;
}

bool ft_merge_results (const ft_merge *m, const ft_trace *trace, ft_results *x,
                       ft_error *error) {
  *x = (ft_results){0};
  if (m->begins ? trace->size < m->events : trace->size != m->events)
    return fail (error, m->paths[0],
                 "these are results of a trace with another number of events");
  ft_checker *checker = ft_checker_new (trace);
  bool fine = true;
  for (size_t i = 0; fine && i < m->count; i++)
    fine = add_part (&m->options, m->paths[i], trace, checker, x, error);
  ft_checker_free (checker);
  if (!fine)
    return false;
  x->candidates = x->size;
  if (m->count < m->shards)
    ft_phase_cut (&x->phases, FT_PHASE_MERGING, FT_TRUNCATION_LIMIT, m->count,
                  m->shards);
  ft_results_set_truncated (x);
  ft_check_finish (trace, x);
  return true;
}
