// 'foretrace check': trace in, report and exit status out.

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "base/strbuf.h"
#include "cli/check_options.h"
#include "cli/interrupt.h"
#include "predict/baseline.h"
#include "report/json.h"
#include "report/text.h"

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

static void write_report (const ft_check_request *q, const ft_report *r,
                          FILE *file) {
  if (q->format == FT_FORMAT_JSON) {
    ft_report_json (file, r);
    return;
  }
  enum ft_when when = q->color;
  ft_text_style style = {
      .color =
          ft_color_wanted (q->output && !when ? FT_NEVER : when, STDOUT_FILENO),
      .quiet = q->quiet,
      .verbose = q->verbose,
      .witness_dir = q->witness_dir};
  ft_index *index = ft_index_new (r->trace);
  ft_report_text (file, r, index, &style);
  ft_index_free (index);
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
  return code;
}

// The output is opened before the search, which may take long: a name that
// cannot be written is better known at once.
static int check (ft_check_request *q, const ft_trace *trace,
                  const ft_baseline *baseline, ft_progress *progress) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  q->check.stop = ft_interrupt_catch ();
  q->check.progress = show_checking;
  q->check.context = progress;
  if (!make_directory (q->witness_dir, &error) ||
      !ft_output_open (&out, q->output, &error))
    return ft_command_fail (&error);
  ft_interrupt_removes (out.temporary);
  ft_results results = {0};
  ft_check (trace, &q->check, &results);
  ft_progress_clear (progress);
  if (q->baseline)
    ft_baseline_apply (baseline, &results);
  if (results.deadlocks_truncated && q->format == FT_FORMAT_JSON)
    fprintf (stderr,
             "foretrace: warning: %s: the search for deadlocks reached a "
             "limit; there may be more\n",
             trace->path);
  if (results.truncated && q->format == FT_FORMAT_JSON)
    fprintf (stderr,
             "foretrace: warning: %s: only the first %llu candidates were "
             "looked at\n",
             trace->path, (unsigned long long)results.candidates);
  int code = report (q, trace, &results, &out);
  ft_interrupt_removes (NULL);
  ft_results_release (&results);
  return code;
}

static int read_and_check (ft_check_request *q, const ft_baseline *baseline) {
  ft_error error = FT_NO_ERROR;
  ft_progress progress;
  ft_progress_init (&progress, q->quiet && !q->progress
                                   ? FT_NEVER
                                   : (enum ft_when)q->progress);
  ft_trace *trace =
      ft_trace_read (q->trace, q->read, ft_show_reading, &progress, &error);
  ft_progress_clear (&progress);
  if (!trace)
    return ft_command_fail (&error);
  if (!q->quiet)
    ft_command_warn (&trace->notes);
  int code = check (q, trace, baseline, &progress);
  ft_trace_free (trace);
  return code;
}

int ft_cli_check (int argc, char **argv) {
  ft_check_request q;
  int code;
  if (!ft_check_request_parse (&q, argc, argv, &code))
    return code;
  ft_error error = FT_NO_ERROR;
  ft_baseline baseline = {0};
  if (q.baseline && !ft_baseline_read (&baseline, q.baseline, &error))
    return ft_command_fail (&error);
  code = read_and_check (&q, &baseline);
  ft_baseline_release (&baseline);
  return code;
}
