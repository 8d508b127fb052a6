#include "record/run_file.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "record/directory.h"
#include "run/run.h"
#include "run/run_document.h"

static void release_strings (ft_strings *list) {
  for (size_t i = 0; i < list->size; i++)
    free (list->begin[i]);
  FT_RELEASE (*list);
}

void ft_run_file_release (ft_run_file *run) {
  free (run->version);
  free (run->program);
  free (run->directory);
  free (run->input);
  free (run->input_kind);
  free (run->build_id);
  free (run->mode);
  free (run->schedule);
  release_strings (&run->arguments);
  release_strings (&run->environment);
  release_strings (&run->uninstrumented);
  FT_RELEASE (run->descriptors);
  ft_input_set_release (&run->inputs);
  *run = (ft_run_file){0};
}

// ---- strings ---------------------------------------------------------------

static bool is_clean (const char *text) {
  for (size_t n; *text; text += n)
    if (!(n = ft_utf8_length (text)))
      return false;
  return true;
}

// Paths and arguments may have any bytes; a string that is not UTF-8 becomes
// {"bytes": "2f74ff"}.
static json_t *text_value (const char *text) {
  if (!text)
    return json_null ();
  if (is_clean (text))
    return json_string (text);
  ft_strbuf hex = {0};
  for (; *text; text++)
    ft_strbuf_add (&hex, "%02x", (unsigned char)*text);
  json_t *value = json_pack ("{s:s}", "bytes", ft_strbuf_text (&hex));
  ft_strbuf_release (&hex);
  return value;
}

static char *unhex (const char *hex) {
  size_t n = strlen (hex) / 2;
  char *text = ft_calloc (n + 1, 1);
  for (size_t i = 0; i < n; i++) {
    unsigned byte = 0;
    if (sscanf (hex + 2 * i, "%2x", &byte) != 1 || !byte)
      break;
    text[i] = (char)byte;
  }
  return text;
}

static char *text_of (const json_t *value) {
  const char *hex = json_string_value (json_object_get (value, "bytes"));
  const char *text = json_string_value (value);
  return hex ? unhex (hex) : text ? ft_strdup (text) : NULL;
}

static json_t *texts_value (const ft_strings *list) {
  json_t *values = json_array ();
  for (size_t i = 0; i < list->size; i++)
    json_array_append_new (values, text_value (list->begin[i]));
  return values;
}

static bool texts_of (const json_t *values, ft_strings *list) {
  for (size_t i = 0; i < json_array_size (values); i++) {
    char *text = text_of (json_array_get (values, i));
    if (!text)
      return false;
    FT_PUSH (*list, text);
  }
  return json_is_array (values);
}

static json_t *numbers_value (const ft_descriptors *list) {
  json_t *values = json_array ();
  for (size_t i = 0; i < list->size; i++)
    json_array_append_new (values, json_integer (list->begin[i]));
  return values;
}

// Numbers that no program inherits are left out.
static bool numbers_of (const json_t *values, ft_descriptors *list) {
  for (size_t i = 0; i < json_array_size (values); i++) {
    json_int_t n = json_integer_value (json_array_get (values, i));
    if (n > 2 && n < INT32_MAX)
      FT_PUSH (*list, (int)n);
  }
  return json_is_array (values);
}

// ---- run.json --------------------------------------------------------------

static void dump (json_t *value, ft_strbuf *json) {
  char *text = json_dumps (value, JSON_INDENT (1));
  ft_strbuf_add (json, "%s\n", text ? text : "");
  free (text);
  json_decref (value);
}

void ft_run_file_write (const ft_run_file *run, ft_strbuf *json) {
  char digest[32];
  snprintf (digest, sizeof digest, "%016" PRIx64, run->digest);
  dump (json_pack (
            "{s:s, s:o, s:i, s:o, s:o, s:o, s:o, s:s, s:s, s:s, s:b, "
            "s:o, s:s, s:s, s:I, s:I, s:o, s:o}",
            "schema", "foretrace-run/1", "version", text_value (run->version),
            "wire", (int)run->wire, "program", text_value (run->program),
            "arguments", texts_value (&run->arguments), "directory",
            text_value (run->directory), "input", text_value (run->input),
            "input_kind", run->input_kind, "build_id", run->build_id, "digest",
            digest, "launcher", (int)run->launcher, "uninstrumented",
            texts_value (&run->uninstrumented), "mode", run->mode, "schedule",
            run->schedule, "seed", (json_int_t)run->seed, "slice",
            (json_int_t)run->slice, "descriptors",
            numbers_value (&run->descriptors), "environment",
            texts_value (&run->environment)),
        json);
}

static bool fail (ft_error *error, const char *path, const char *what) {
  ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", path, what);
  return false;
}

static bool check_version (const ft_run_file *run, const char *path,
                           ft_error *error) {
  if (run->wire == FT_WIRE_VERSION)
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: recorded by foretrace %.40s, whose recordings (version "
                "%u) this foretrace %s cannot read (version %d): record again",
                path, run->version, run->wire, FT_VERSION, FT_WIRE_VERSION);
  return false;
}

static bool take_members (ft_run_file *run, const json_t *document) {
  const char *digest = json_string_value (json_object_get (document, "digest"));
  run->version = text_of (json_object_get (document, "version"));
  run->wire = (unsigned)json_integer_value (json_object_get (document, "wire"));
  run->program = text_of (json_object_get (document, "program"));
  run->directory = text_of (json_object_get (document, "directory"));
  run->input = text_of (json_object_get (document, "input"));
  run->input_kind = text_of (json_object_get (document, "input_kind"));
  run->build_id = text_of (json_object_get (document, "build_id"));
  run->mode = text_of (json_object_get (document, "mode"));
  if (!run->mode)
    run->mode = ft_strdup ("full");
  run->schedule = text_of (json_object_get (document, "schedule"));
  run->launcher = json_is_true (json_object_get (document, "launcher"));
  run->digest = digest ? strtoull (digest, NULL, 16) : 0;
  run->seed = (uint64_t)json_integer_value (json_object_get (document, "seed"));
  run->slice =
      (uint64_t)json_integer_value (json_object_get (document, "slice"));
  run->has_descriptors = numbers_of (
      json_object_get (document, "descriptors"), &run->descriptors);
  run->has_environment = texts_of (json_object_get (document, "environment"),
                                   &run->environment);
  return texts_of (json_object_get (document, "arguments"), &run->arguments) &&
         texts_of (json_object_get (document, "uninstrumented"),
                   &run->uninstrumented) &&
         run->version && run->program && run->directory && run->build_id &&
         run->schedule && run->input_kind && run->arguments.size && digest;
}

// A recorder that was killed has left none.
static bool read_status (ft_run_file *run, const char *directory,
                         ft_error *error) {
  json_t *status = ft_run_document_read (directory, FT_STATUS_DOCUMENT, error);
  run->seconds = json_number_value (json_object_get (status, "seconds"));
  json_decref (status);
  return !error->code;
}

static bool take_document (ft_run_file *run, const char *directory,
                           json_t *document, ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/" FT_RUN_DOCUMENT, directory);
  bool whole = take_members (run, document);
  bool fine =
      (!run->version || check_version (run, ft_strbuf_text (&path), error)) &&
      (whole || fail (error, ft_strbuf_text (&path),
                      "is damaged: members are missing; record again"));
  ft_strbuf_release (&path);
  return fine;
}

// Whether the directory is that of another process of a recorded run.
static bool is_of_other_process (const char *directory) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/../" FT_RUN_DOCUMENT, directory);
  bool there = !access (ft_strbuf_text (&path), F_OK);
  ft_strbuf_release (&path);
  return there && ft_run_exists (directory);
}

static bool read_document (ft_run_file *run, const char *directory,
                           ft_error *error) {
  json_t *document = ft_run_document_read (directory, FT_RUN_DOCUMENT, error);
  bool fine = document && take_document (run, directory, document, error);
  json_decref (document);
  if (!fine && !error->code && is_of_other_process (directory))
    fail (error, directory,
          "is another process of a recorded program, and replays steer the "
          "first one: record the program in a way in which it does not fork, "
          "or 'foretrace explain' shows the schedule");
  else if (!fine && !error->code)
    fail (error, directory,
          "is no recorded run (it has no run.json); 'foretrace record' makes "
          "one");
  return fine;
}

// An input without '/' is relative to the run directory, which may have moved.
static bool read_inputs (ft_run_file *run, const char *directory,
                         ft_error *error) {
  char *whole = realpath (directory, NULL);
  ft_strbuf path = {0};
  if (run->input && !strchr (run->input, '/') && whole) {
    ft_strbuf_add (&path, "%s/%s", whole, run->input);
    free (run->input);
    run->input = ft_strbuf_take (&path);
  }
  free (whole);
  return ft_input_set_read_run (&run->inputs, directory, error);
}

bool ft_run_file_read (ft_run_file *run, const char *directory,
                       ft_error *error) {
  *run = (ft_run_file){0};
  bool fine = read_document (run, directory, error) &&
              read_inputs (run, directory, error) &&
              read_status (run, directory, error);
  if (!fine)
    ft_run_file_release (run);
  return fine;
}

// ---- status.json -----------------------------------------------------------

static const char *recording_state (bool recorded,
                                    const struct ft_wire_control *control) {
  if (!recorded)
    return "none";
  switch ((enum ft_wire_state)control->state) {
  case FT_WIRE_RUNNING:
    return "torn";
  case FT_WIRE_ENDED:
    return "complete";
  case FT_WIRE_STOPPED:
    return "stopped";
  }
  return "torn";
}

bool ft_status_write (const char *run, const ft_target_exit *ended,
                      bool recorded, ft_error *error) {
  struct ft_wire_control control = {0};
  ft_strbuf json = {0};
  recorded = recorded && ft_directory_control (run, &control);
  json_t *value = json_pack (
      "{s:s, s:s, s:o, s:o, s:f, s:s, s:I, s:I}", "schema",
      "foretrace-status/1", "ended", ended->signal ? "signal" : "exit",
      "status", ended->signal ? json_null () : json_integer (ended->status),
      "signal", ended->signal ? json_integer (ended->signal) : json_null (),
      "seconds", ended->seconds, "recording",
      recording_state (recorded, &control), "threads",
      (json_int_t)control.threads, "words", (json_int_t)control.words);
  dump (value, &json);
  bool fine =
      ft_directory_write (run, "status.json", ft_strbuf_text (&json), error);
  ft_strbuf_release (&json);
  return fine;
}
