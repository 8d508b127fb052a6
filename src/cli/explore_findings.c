#include "cli/explore_findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "cli/saved_results.h"
#include "record/directory.h"
#include "report/same_cause.h"
#include "report/sources.h"

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
