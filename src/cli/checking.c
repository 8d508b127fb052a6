#include "cli/checking.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "cli/interrupt.h"
#include "cli/record_options.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/perfetto.h"
#include "report/sarif.h"
#include "report/sources.h"
#include "report/svcomp.h"
#include "report/text.h"
#include "report/text_cuts.h"

static void show_checking (void *progress, const char *phase, uint64_t done,
                           uint64_t total, uint64_t certified) {
  char extra[48];
  snprintf (extra, sizeof extra, "%llu certified",
            (unsigned long long)certified);
  ft_progress_show (progress, phase, total ? (double)done / (double)total : -1,
                    done, "done", extra);
}

static bool make_directory (const char *path, ft_error *error) {
  struct stat status;
  if (!path || !mkdir (path, 0777) ||
      (errno == EEXIST && !stat (path, &status) && S_ISDIR (status.st_mode)))
    return true;
  ft_error_set (error, FT_EXIT_ENVIRONMENT,
                "%s: cannot make this directory: %s", path, strerror (errno));
  return false;
}

static bool write_witness (const ft_check_request *q, const ft_report *r,
                           char letter, size_t number, const ft_witness *w,
                           ft_error *error) {
  ft_strbuf path = {0};
  ft_strbuf_add (&path, "%s/%c%zu.json", q->witness_dir, letter, number);
  bool fine = ft_witness_write (ft_strbuf_text (&path), r->trace, w, error);
  ft_strbuf_release (&path);
  return fine;
}

static bool write_witnesses (const ft_check_request *q, const ft_report *r,
                             ft_error *error) {
  const ft_results *x = r->results;
  bool fine = true;
  if (!q->witness_dir)
    return true;
  for (size_t i = 0; fine && i < x->certified; i++)
    if (!ft_report_omits (r, r->ranked[i]))
      fine = write_witness (q, r, 'R', i + 1, &r->ranked[i]->witness, error);
  for (size_t i = 0; fine && i < x->deadlocks_certified; i++)
    if (!ft_report_omits_deadlock (r, x->deadlocks + i))
      fine = write_witness (q, r, 'D', i + 1, &x->deadlocks[i].witness, error);
  return fine;
}

static void write_text (const ft_check_request *q, const ft_report *r,
                        const ft_index *index, FILE *file) {
  enum ft_when when = q->color;
  ft_text_style style = {
      .color =
          ft_color_wanted (q->output && !when ? FT_NEVER : when, STDOUT_FILENO),
      .quiet = q->quiet,
      .verbose = q->verbose,
      .witness_dir = q->witness_dir};
  ft_report_text (file, r, index, &style);
}

static bool shows_locks (const ft_check_request *q, const ft_results *x) {
  if (q->format == FT_CHECK_HTML)
    return true;
  bool in_words = q->format == FT_CHECK_TEXT || q->format == FT_CHECK_JUNIT;
  return in_words && (x->certified || x->deadlock_count);
}

static void write_report (const ft_check_request *q, const ft_report *r,
                          FILE *file) {
  ft_index *index =
      shows_locks (q, r->results) ? ft_index_new (r->trace) : NULL;
  switch ((enum ft_check_format)q->format) {
  case FT_CHECK_TEXT:
    write_text (q, r, index, file);
    break;
  case FT_CHECK_JSON:
    ft_report_json (file, r);
    break;
  case FT_CHECK_SARIF:
    ft_report_sarif (file, r, q->verbose);
    break;
  case FT_CHECK_JUNIT:
    ft_report_junit (file, r, index);
    break;
  case FT_CHECK_HTML:
    ft_report_html (file, r, index);
    break;
  case FT_CHECK_SVCOMP:
    ft_report_svcomp (file, r);
    break;
  case FT_CHECK_PERFETTO:
    ft_report_perfetto (file, r);
    break;
  }
  ft_index_free (index);
}

// How many steps of each schedule are shown with stacks or files, which only
// the recording has.
static size_t steps_shown (const ft_check_request *q, const ft_results *x) {
  switch ((enum ft_check_format)q->format) {
  case FT_CHECK_SARIF:
    return ft_sarif_steps (x);
  case FT_CHECK_SVCOMP:
    return FT_SVCOMP_STEPS;
  case FT_CHECK_TEXT:
  case FT_CHECK_JSON:
  case FT_CHECK_JUNIT:
  case FT_CHECK_HTML:
  case FT_CHECK_PERFETTO:
    return 0;
  }
  return 0;
}

static int exit_status (const ft_check_request *q, const ft_results *x) {
  if (x->certified > x->known || x->deadlocks_certified > x->deadlocks_known)
    return FT_EXIT_RACES;
  if (x->interrupted)
    return 128 + *q->check.stop;
  bool open = x->undecided || x->truncated || x->deadlocks_undecided ||
              x->deadlocks_truncated;
  return q->strict && open ? FT_EXIT_UNDECIDED : FT_EXIT_OK;
}

static int report (const ft_check_request *q, const ft_trace *trace,
                   const ft_results *results, ft_output *out) {
  ft_error error = FT_NO_ERROR;
  ft_report r;
  ft_report_init (&r, trace, results, &q->check, q->read);
  r.new_only = q->new_only;
  // Where undecided pairs are in the source takes one more pass over a run.
  bool all = q->format == FT_CHECK_JSON || q->format == FT_CHECK_HTML ||
             q->verbose;
  r.steps = steps_shown (q, results);
  ft_sources *sources = ft_sources_new (&r, all && !results->out_of_budget);
  r.sources = sources;
  int code = exit_status (q, results);
  if (!write_witnesses (q, &r, &error)) {
    ft_output_abandon (out);
    code = ft_command_fail (&error);
  } else {
    write_report (q, &r, out->file);
    if (!ft_output_commit (out, &error))
      code = ft_command_fail (&error);
  }
  ft_report_release (&r);
  ft_sources_free (sources);
  return code;
}

// The baseline is read and the output opened before the search, or before a
// program is run, which may take long: a name that is wrong is better known at
// once.
bool ft_checking_begin (ft_checking *c, ft_check_request *q, int *code) {
  ft_error error = FT_NO_ERROR;
  *c = (ft_checking){.request = q};
  bool fine =
      (!q->baseline || ft_baseline_read (&c->baseline, q->baseline, &error)) &&
      make_directory (q->witness_dir, &error) &&
      ft_output_open (&c->out, q->output, &error);
  if (!fine) {
    ft_baseline_release (&c->baseline);
    *code = ft_command_fail (&error);
    return false;
  }
  if (c->out.temporary)
    fcntl (fileno (c->out.file), F_SETFD, FD_CLOEXEC);
  q->check.stop = ft_interrupt_catch ();
  ft_interrupt_removes (c->out.temporary);
  ft_progress_init (&c->progress, q->quiet && !q->progress
                                      ? FT_NEVER
                                      : (enum ft_when)q->progress);
  return true;
}

void ft_checking_abandon (ft_checking *c) {
  ft_interrupt_removes (NULL);
  ft_output_abandon (&c->out);
  ft_baseline_release (&c->baseline);
}

static int check (ft_checking *c, const ft_trace *trace) {
  ft_check_request *q = c->request;
  q->check.progress = show_checking;
  q->check.context = &c->progress;
  ft_results results = {0};
  ft_check (trace, &q->check, &results);
  if (q->baseline)
    ft_baseline_apply (&c->baseline, &results);
  if (c->confirm)
    c->confirm (c->context, trace, &results, &c->progress);
  ft_progress_clear (&c->progress);
  if (q->format != FT_CHECK_TEXT)
    ft_text_warn_cuts (trace->path, &results.phases);
  int code = report (q, trace, &results, &c->out);
  ft_results_release (&results);
  return code;
}

int ft_checking_run (ft_checking *c) {
  ft_check_request *q = c->request;
  ft_error error = FT_NO_ERROR;
  int failed;
  if (!ft_record_expand (q->trace, q->quiet, &failed)) {
    ft_checking_abandon (c);
    return failed;
  }
  q->check.begun = ft_seconds_now ();
  ft_deadline deadline = ft_check_preparation (&q->check);
  q->read.deadline = &deadline;
  ft_trace *trace =
      ft_trace_read (q->trace, q->read, ft_show_reading, &c->progress, &error);
  q->read.deadline = NULL;
  ft_progress_clear (&c->progress);
  if (!trace) {
    ft_checking_abandon (c);
    return ft_command_fail (&error);
  }
  if (!q->quiet)
    ft_command_warn (&trace->notes);
  int code = check (c, trace);
  ft_interrupt_removes (NULL);
  ft_trace_free (trace);
  ft_baseline_release (&c->baseline);
  return code;
}
