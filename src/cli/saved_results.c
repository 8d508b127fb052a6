#include "cli/saved_results.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/output.h"
#include "base/shell.h"
#include "report/json.h"

enum { STEP_BYTES = 8, MOST_BYTES = 100 << 20 };

static void add_path (ft_strbuf *path, const char *run) {
  ft_strbuf_add (path, "%s/results.json", run);
}

// Adds the command that makes the results.
static void add_again (ft_strbuf *line, const char *run) {
  ft_strbuf_add (line, "foretrace check ");
  ft_shell_word (line, run);
  ft_strbuf_add (line, " --format json -o ");
  ft_shell_path (line, run, "results.json");
}

bool ft_saved_results_path (const char *run, ft_strbuf *path, ft_error *error) {
  add_path (path, run);
  if (!access (ft_strbuf_text (path), F_OK))
    return true;
  ft_strbuf again = {0};
  add_again (&again, run);
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%s: has no results; 'foretrace run' keeps them, and so does: "
                "%s",
                run, ft_strbuf_text (&again));
  ft_strbuf_release (&again);
  return false;
}

static uint64_t schedule_bytes (const ft_results *x) {
  uint64_t steps = 0;
  for (size_t i = 0; i < x->size; i++)
    steps += x->races[i].witness.schedule.size;
  for (size_t i = 0; i < x->deadlock_count; i++)
    steps += x->deadlocks[i].witness.schedule.size;
  for (size_t i = 0; i < x->failure_count; i++)
    steps += x->failures[i].witness.schedule.size;
  return steps * STEP_BYTES;
}

bool ft_saved_results_write (const char *run, const ft_report *report,
                             ft_error *error) {
  uint64_t bytes = schedule_bytes (report->results);
  if (bytes > MOST_BYTES) {
    fprintf (stderr,
             "foretrace: warning: %s: the results, of about %" PRIu64
             " MB, are not kept for 'foretrace report'; --format json -o FILE "
             "keeps them\n",
             run, bytes >> 20);
    return true;
  }
  ft_report all = *report;
  all.new_only = false;
  all.show_suppressed = true;
  ft_strbuf path = {0};
  ft_output out;
  add_path (&path, run);
  bool fine = ft_output_open (&out, ft_strbuf_text (&path), error);
  if (fine) {
    ft_report_json (out.file, &all);
    fine = ft_output_commit (&out, error);
  }
  ft_strbuf_release (&path);
  return fine;
}
