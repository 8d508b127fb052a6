#include "cli/explore_findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "cli/saved_results.h"
#include "explore/explore.h"
#include "record/directory.h"
#include "report/same_cause.h"
#include "report/json_value.h"
#include "report/sources.h"
#include "run/line_marks.h"

void ft_explore_findings_keep (const ft_trace *trace, const ft_results *results,
                               const ft_check_options *options) {
  ft_report r;
  ft_error error = FT_NO_ERROR;
  ft_report_init (&r, trace, results, options, (ft_read_options){0});
  ft_sources *sources = ft_sources_new (&r, false);
  r.sources = sources;
  ft_same_cause_find (&r);
  if (!ft_saved_results_write (trace->path, &r, &error))
    fprintf (stderr, "foretrace: warning: %s\n", error.message);
  ft_report_release (&r);
  ft_sources_free (sources);
}

// ---- bad ends --------------------------------------------------------------

// What a run's end is called by the kinds of findings.
static const char *kind_of_end (const char *text) {
  int number;
  return sscanf (text, "signal %d", &number) == 1
             ? number == 6 ? "abort" : "crash"
         : !strcmp (text, "deadlock")           ? "deadlock"
         : !strncmp (text, "exit", 4)           ? "exit-status"
                                                : "hang";
}

// Of how it ended and the line where, by its mark.
static uint64_t fingerprint_of_end (const char *run, const char *text) {
  const char *place = strstr (text, ") at ");
  size_t length = place ? (size_t)(place - text) : strlen (text);
  ft_line_marks *marks = place ? ft_line_marks_read (run) : NULL;
  uint64_t mark = marks ? ft_line_marks_at (marks, place + 5) : 0;
  uint64_t parts[3] = {ft_checksum (text, length), mark, 0};
  if (place && !mark)
    parts[2] = ft_checksum (place, strlen (place));
  ft_line_marks_free (marks);
  return ft_checksum (parts, sizeof parts);
}

static json_t *value_of_end (const ft_crash *c, const char *directory,
                             const char *program) {
  ft_strbuf run = {0};
  char fingerprint[17];
  ft_strbuf_add (&run, "%s/runs/%u", directory, c->run);
  snprintf (fingerprint, sizeof fingerprint, "%016llx",
            (unsigned long long)fingerprint_of_end (ft_strbuf_text (&run),
                                                    c->text));
  ft_strbuf_release (&run);
  const char *place = strstr (c->text, ") at ");
  ft_strbuf text = {0};
  ft_strbuf_add (&text, "the program ends badly: %s", c->text);
  json_t *value = json_pack (
      "{s:s, s:o, s:s, s:s, s:o, s:o, s:i, s:{s:s}}", "fingerprint", fingerprint,
      "location", ft_json_text (place ? place + 5 : NULL), "verdict", "undecided", "kind",
      kind_of_end (c->text), "text", ft_json_text (ft_strbuf_text (&text)), "module",
      ft_json_text (program), "run", (int)c->run, "replay", "outcome", "confirmed");
  ft_strbuf_release (&text);
  return value;
}

static json_t *list_ends (const ft_search_state *m, const char *directory,
                          const char *program) {
  json_t *list = json_array ();
  for (size_t i = 0; i < m->crashes.size; i++)
    if (!ft_found_failures_at (&m->failures, m->crashes.begin[i].text))
      json_array_append_new (
          list, value_of_end (m->crashes.begin + i, directory, program));
  return list;
}

bool ft_explore_findings_keep_ends (const ft_search_state *m,
                                    const char *directory, const char *program,
                                    ft_error *error) {
  ft_strbuf path = {0};
  ft_output out;
  bool fine = true;
  json_t *list = list_ends (m, directory, program);
  ft_strbuf_add (&path, "%s/%s", directory, ft_explore_ends_name);
  if (!json_array_size (list)) {
    unlink (ft_strbuf_text (&path));
    json_decref (list);
  } else if ((fine = ft_output_open (&out, ft_strbuf_text (&path), error))) {
    ft_json_write (out.file,
                   json_pack ("{s:s, s:[], s:[], s:o}", "schema",
                              "foretrace-results/1", "races", "deadlocks",
                              "failures", list));
    fine = ft_output_commit (&out, error);
  } else
    json_decref (list);
  ft_strbuf_release (&path);
  return fine;
}

// ---- a directory -----------------------------------------------------------

static bool exists (const char *directory, const char *name) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/%s", directory, name);
  bool there = !access (ft_strbuf_text (&path), F_OK);
  ft_strbuf_release (&path);
  return there;
}

bool ft_explore_findings_are_in (const char *directory) {
  return exists (directory, "journal") && exists (directory, "runs");
}

typedef FT_STACK (unsigned long) numbers;

static bool list_run (const char *path, const char *name, void *context) {
  char *end;
  unsigned long run = strtoul (name, &end, 10);
  (void)path;
  if (*name >= '1' && *name <= '9' && !*end)
    FT_PUSH (*(numbers *)context, run);
  return true;
}

static int by_number (const void *a, const void *b) {
  unsigned long p = *(const unsigned long *)a, q = *(const unsigned long *)b;
  return (p > q) - (p < q);
}

// Whether a line of the journal has findings: keys of lists that are not empty.
static bool has_findings (const char *line) {
  static const char *const keys[] = {"\"races\":[{", "\"deadlocks\":[{",
                                     "\"failures\":[{"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strstr (line, keys[i]))
      return true;
  return false;
}

static bool journal_has_findings (const char *directory) {
  ft_strbuf path = {0};
  char *line = NULL;
  size_t capacity = 0;
  bool has = false;
  ft_strbuf_add (&path, "%s/journal", directory);
  FILE *file = fopen (ft_strbuf_text (&path), "re");
  while (file && !has && getline (&line, &capacity, file) > 0)
    has = has_findings (line);
  if (file)
    fclose (file);
  free (line);
  ft_strbuf_release (&path);
  return has;
}

bool ft_explore_findings_list (ft_explore_findings *list, const char *directory,
                               ft_error *error) {
  ft_strbuf path = {0};
  numbers runs = {0};
  ft_strbuf_add (&path, "%s/runs", directory);
  ft_directory_each (ft_strbuf_text (&path), list_run, &runs);
  if (runs.size)
    qsort (runs.begin, runs.size, sizeof *runs.begin, by_number);
  for (size_t i = 0; i < runs.size; i++) {
    path.size = 0;
    ft_strbuf_add (&path, "%s/runs/%lu/results.json", directory,
                   runs.begin[i]);
    if (!access (ft_strbuf_text (&path), F_OK))
      FT_PUSH (*list, ft_strdup (ft_strbuf_text (&path)));
  }
  FT_RELEASE (runs);
  path.size = 0;
  ft_strbuf_add (&path, "%s/%s", directory, ft_explore_ends_name);
  if (!access (ft_strbuf_text (&path), F_OK))
    FT_PUSH (*list, ft_strdup (ft_strbuf_text (&path)));
  ft_strbuf_release (&path);
  if (!FT_EMPTY (*list) || !journal_has_findings (directory))
    return true;
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: has findings, and no results of its runs; an exploration "
                "by this version keeps them: foretrace explore --fresh",
                directory);
  return false;
}

void ft_explore_findings_release (ft_explore_findings *list) {
  for (size_t i = 0; i < list->size; i++)
    free (list->begin[i]);
  FT_RELEASE (*list);
}
