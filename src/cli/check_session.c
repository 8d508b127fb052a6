#include "cli/check_session.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "cli/check_long.h"
#include "cli/check_report.h"
#include "cli/interrupt.h"
#include "cli/reassign.h"
#include "cli/record_options.h"
#include "cli/saved_results.h"
#include "format/reader.h"
#include "load/open.h"
#include "load/run_trace.h"
#include "replay/consequences.h"
#include "report/same_cause.h"
#include "report/sources.h"
#include "report/suppressed.h"
#include "report/text_unfinished.h"

static void show_sources (void *progress, double share) {
  ft_progress_bar_show (progress, "looking up sources", share, 0, NULL, NULL);
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
  for (size_t i = 0; fine && i < x->failures_certified; i++)
    if (!ft_report_omits_failure (r, x->failures + i))
      fine = write_witness (q, r, 'F', i + 1, &x->failures[i].witness, error);
  return fine;
}

static bool fails (const ft_report *r) {
  const ft_results *x = r->results;
  for (size_t i = 0; i < x->size; i++)
    if (ft_report_fails (r, x->races + i))
      return true;
  for (size_t i = 0; i < x->deadlock_count; i++)
    if (ft_report_fails_deadlock (r, x->deadlocks + i))
      return true;
  for (size_t i = 0; i < x->failure_count; i++)
    if (ft_report_fails_failure (r, x->failures + i))
      return true;
  return false;
}

static int exit_status (const ft_check_request *q, const ft_report *r) {
  const ft_results *x = r->results;
  if (q->check.shard.of && !x->interrupted)
    return FT_EXIT_OK; // 'merge' has the verdicts of all shards
  if (fails (r) || (r->iterations && (r->iterations->counted ||
                                      r->iterations->lanes.size)))
    return FT_EXIT_RACES;
  if (x->interrupted)
    return 128 + *q->check.stop;
  bool open = (r->iterations && ft_iterations_undecided (r->iterations)) ||
              x->undecided + x->deadlocks_undecided + x->failures_undecided >
                  x->suppressed_undecided ||
              x->truncated || x->deadlocks_truncated ||
              x->phases.of[FT_PHASE_REPLAYING].cut ||
              x->phases.of[FT_PHASE_CONTINUING].cut;
  return q->strict && open ? FT_EXIT_UNDECIDED : FT_EXIT_OK;
}

static int report (ft_check_session *c, const ft_trace *trace,
                   const ft_results *results) {
  const ft_check_request *q = c->request;
  ft_error error = FT_NO_ERROR;
  ft_report r;
  ft_report_init (&r, trace, results, &q->check, q->read);
  ft_check_report_init (&r, q);
  if (c->iterations && !ft_iterations_are_empty (c->iterations))
    r.iterations = c->iterations;
  // The source locations of undecided pairs take one more pass over a run.
  bool all = q->format == FT_CHECK_JSON || q->format == FT_CHECK_HTML ||
             q->verbose || c->keep;
  r.looking = (ft_progress_callback){show_sources, &c->progress};
  ft_sources *sources = ft_sources_new (&r, all && !results->out_of_budget);
  r.sources = sources;
  ft_same_cause_find (&r);
  int code = exit_status (q, &r);
  if (!write_witnesses (q, &r, &error)) {
    ft_output_abandon (&c->out);
    code = ft_subcommand_fail (&error);
  } else {
    ft_check_report (q, &r, c->out.file);
    if (!ft_output_commit (&c->out, &error) ||
        (c->keep && !ft_saved_results_write (c->keep, &r, &error)))
      code = ft_subcommand_fail (&error);
  }
  ft_report_release (&r);
  ft_sources_free (sources);
  return code;
}

static void print_error (const ft_error *error) {
  ft_subcommand_fail (error);
}

static bool read_suppressions (ft_check_session *c, const ft_check_request *q,
                               ft_error *error) {
  for (size_t i = 0; i < q->suppressions.count; i++)
    if (!ft_suppressions_read (&c->suppressions, q->suppressions.list[i],
                               print_error, error))
      return false;
  return true;
}

static void release_lists (ft_check_session *c) {
  if (c->iterations)
    ft_iterations_release (c->iterations);
  free (c->iterations);
  c->iterations = NULL;
  ft_baseline_release (&c->baseline);
  ft_suppressions_release (&c->suppressions);
}

// The baseline is read and the output opened before the search, or before a
// program is run: both may take long, and a wrong file name is reported at
// once.
bool ft_check_session_begin (ft_check_session *c, ft_check_request *q,
                             int *code) {
  ft_error error = FT_NO_ERROR;
  *c = (ft_check_session){.request = q};
  bool fine =
      (!q->baseline || ft_baseline_read (&c->baseline, q->baseline, &error)) &&
      read_suppressions (c, q, &error) &&
      make_directory (q->witness_dir, &error) &&
      ft_output_open (&c->out, q->output, &error);
  if (!fine) {
    release_lists (c);
    *code = ft_subcommand_fail (&error);
    return false;
  }
  if (c->out.temporary)
    fcntl (fileno (c->out.file), F_SETFD, FD_CLOEXEC);
  q->check.stop = ft_interrupt_catch ();
  ft_progress_bar_init (&c->progress, q->quiet && !q->progress
                                          ? FT_NEVER
                                          : (enum ft_when)q->progress);
  return true;
}

void ft_check_session_abandon (ft_check_session *c) {
  ft_output_abandon (&c->out);
  release_lists (c);
}

// Rules for functions and files of a recorded run take one pass over it.
static void suppress (ft_check_session *c, const ft_trace *trace,
                      ft_results *results) {
  ft_report r;
  ft_report_init (&r, trace, results, &c->request->check, c->request->read);
  r.looking = (ft_progress_callback){show_sources, &c->progress};
  ft_sources *sources = ft_sources_new (&r, false);
  r.sources = sources;
  ft_suppress (&c->suppressions, results, &r);
  ft_report_release (&r);
  ft_sources_free (sources);
  if (!c->request->quiet)
    ft_suppressions_warn (&c->suppressions);
}

// Writes the trace of a run into its directory, since the checker accepts a
// schedule with its trace alone.  A directory that cannot be written is no
// error; 'verify' then reports the missing file.
static void keep_trace (const ft_trace *trace, const ft_results *results) {
  ft_error ignored = FT_NO_ERROR;
  if (results->certified + results->deadlocks_certified +
      results->failures_certified)
    ft_run_trace_write (trace, &ignored);
}

static void show_continuing (void *progress, size_t done, size_t total) {
  ft_progress_bar_show (progress, "continuing", (double)done / (double)total,
                        done, "continuations", NULL);
}

static void find_consequences (ft_check_session *c, const ft_trace *trace,
                               ft_results *results) {
  const ft_check_request *q = c->request;
  ft_error error = FT_NO_ERROR;
  ft_replay_context replays;
  ft_consequence_options how = {q->consequence_runs, q->consequence_seconds,
                                q->check.stop, show_continuing, &c->progress};
  bool fine = ft_replay_context_init (&replays, trace->path, trace, 0, &error);
  if (fine) {
    fine = ft_consequences_find (&how, &replays, results, &error);
    ft_replay_context_release (&replays);
  }
  ft_progress_bar_clear (&c->progress);
  if (!fine)
    fprintf (stderr, "foretrace: warning: no consequences: %s\n",
             error.message);
}

// Results that were saved, and those of a shard, have their recordings behind them.
static void look_at_iterations (ft_check_session *c, const ft_trace *trace,
                                const ft_results *results) {
  enum { MOST_SECONDS = 60 };
  const ft_check_request *q = c->request;
  ft_deadline deadline = ft_deadline_in (MOST_SECONDS, q->check.stop);
  if (c->decide || q->check.shard.of || results->interrupted)
    return;
  c->iterations = ft_calloc (1, sizeof *c->iterations);
  ft_reassign_find (c->iterations, trace, results, &deadline);
  if (c->reassign && !ft_iterations_are_empty (c->iterations))
    c->reassign (c->context, trace, results, c->iterations);
}

// Writes the report and returns the exit code.  Takes ownership of the results.
static int write_report (ft_check_session *c, const ft_trace *trace,
                         ft_results *results) {
  ft_check_request *q = c->request;
  if (q->baseline)
    ft_baseline_apply (&c->baseline, results);
  if (q->suppressions.count)
    suppress (c, trace, results);
  if (c->confirm)
    c->confirm (c->context, trace, results, &c->progress);
  if (q->consequences && results->certified)
    find_consequences (c, trace, results);
  look_at_iterations (c, trace, results);
  ft_progress_bar_clear (&c->progress);
  if (q->format != FT_CHECK_TEXT)
    ft_text_warn_unfinished (trace->path, &results->phases);
  keep_trace (trace, results);
  int code = report (c, trace, results);
  ft_results_release (results);
  return code;
}

static void warn (ft_check_session *c, const ft_trace *trace) {
  ft_progress_bar_clear (&c->progress);
  if (!c->request->quiet)
    ft_subcommand_warn (&trace->notes);
}

// Whether the report shows no more of the trace than findings.  Witnesses and
// pages show all of it, and shards are put together by its digest.
static bool shows_findings (const ft_check_session *c) {
  const ft_check_request *q = c->request;
  switch ((enum ft_check_format)q->format) {
  case FT_CHECK_TEXT:
  case FT_CHECK_LIST:
  case FT_CHECK_JSON:
  case FT_CHECK_SARIF:
  case FT_CHECK_JUNIT:
    return !c->decide && !c->keep && !q->check.shard.of;
  case FT_CHECK_HTML:
  case FT_CHECK_SVCOMP:
  case FT_CHECK_PERFETTO:
    return false;
  }
  return false;
}

// The trace of the results; NULL and an error if there is nothing to report.
static ft_trace *read_and_check (ft_check_session *c, ft_results *results,
                                 ft_error *error) {
  ft_check_request *q = c->request;
  ft_trace *trace =
      ft_trace_read (q->trace, q->read, ft_show_reading, &c->progress, error);
  if (!trace)
    return NULL;
  warn (c, trace);
  if (!c->decide)
    ft_check (trace, &q->check, results);
  else if (!c->decide (c->context, trace, results, error)) {
    ft_results_release (results);
    ft_trace_free (trace);
    return NULL;
  }
  return trace;
}

// False if the trace must be read as a whole.
static bool check_long (ft_check_session *c, ft_trace **trace,
                        ft_results *results, ft_error *error) {
  const ft_check_request *q = c->request;
  ft_long_check long_check = {.trace = q->trace,
                              .read = q->read,
                              .check = &q->check,
                              .expand = q->expand,
                              .resume = q->resume,
                              .screens = shows_findings (c),
                              .quiet = q->quiet,
                              .progress = &c->progress};
  return !c->decide && !c->confirm && !c->keep && !q->consequences &&
         ft_check_long (&long_check, trace, results, error);
}

static ft_trace *check (ft_check_session *c, ft_results *results,
                        ft_error *error) {
  ft_check_request *q = c->request;
  ft_trace *trace;
  q->check.begun = ft_seconds_now ();
  q->check.progress = ft_show_checking;
  q->check.stage_end = ft_show_stage;
  q->check.context = &c->progress;
  ft_progress_bar_measure (&c->progress, q->trace);
  ft_deadline deadline = ft_check_preparation (&q->check);
  // The budget of saved results was spent by their check.
  q->read.deadline = c->decide ? NULL : &deadline;
  if (!check_long (c, &trace, results, error))
    trace = read_and_check (c, results, error);
  else if (trace)
    warn (c, trace);
  q->read.deadline = NULL;
  ft_progress_bar_clear (&c->progress);
  return trace;
}

int ft_check_session_run (ft_check_session *c) {
  ft_check_request *q = c->request;
  ft_error error = FT_NO_ERROR;
  ft_results results = {0};
  int code;
  if (!ft_record_expand (q->trace, q->quiet, &code)) {
    ft_check_session_abandon (c);
    return code;
  }
  ft_trace *trace = check (c, &results, &error);
  if (!trace) {
    ft_check_session_abandon (c);
    return ft_subcommand_fail (&error);
  }
  ft_subcommand_settle_memory_model (&q->check, trace);
  code = write_report (c, trace, &results);
  ft_trace_free (trace);
  release_lists (c);
  return code;
}

// ---- recheck ---------------------------------------------------------------

bool ft_recheck_init (ft_recheck *a, const ft_trace *trace,
                      ft_read_options read, const ft_check_options *options,
                      ft_error *error) {
  *a = (ft_recheck){.trace = trace};
  ft_long_check long_check = {
      .trace = trace->path, .read = read, .check = options, .quiet = true};
  if (!ft_check_long (&long_check, &a->beginning, &a->results, error)) {
    ft_check (trace, options, &a->results);
    return true;
  }
  if (a->beginning)
    a->trace = a->beginning;
  return a->beginning;
}

void ft_recheck_release (ft_recheck *a) {
  ft_results_release (&a->results);
  ft_trace_free (a->beginning);
  *a = (ft_recheck){0};
}
