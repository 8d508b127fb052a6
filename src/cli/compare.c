// 'foretrace compare': what windows cost on the user's own trace.

#include "base/output.h"
#include "cli/compare_options.h"
#include "cli/interrupt.h"
#include "cli/record_options.h"
#include "report/compare_report.h"
#include "report/text_unfinished.h"
#include "load/open.h"

static void show_comparing (void *progress, const char *phase, uint64_t done,
                            uint64_t total, uint64_t certified) {
  char extra[48];
  snprintf (extra, sizeof extra, "%llu certified in this window",
            (unsigned long long)certified);
  ft_progress_bar_show (progress, phase,
                        total ? (double)done / (double)total : -1, done, "done",
                        extra);
}

// A file name that cannot be written is reported before the search.
static bool try_plot (const char *path, ft_error *error) {
  ft_output out;
  if (!path)
    return true;
  if (!ft_output_open (&out, path, error))
    return false;
  ft_output_abandon (&out);
  return true;
}

static bool write_plot (const char *path, const ft_compare_report *r,
                        ft_error *error) {
  ft_output out;
  if (!path)
    return true;
  if (!ft_output_open (&out, path, error))
    return false;
  ft_compare_plot (out.file, r);
  return ft_output_commit (&out, error);
}

static int exit_status (const ft_compare_request *q, const ft_comparison *c) {
  for (size_t i = 0; i < c->windows * c->timeouts; i++)
    if (c->cells[i].certified)
      return FT_EXIT_RACES;
  return c->interrupted ? 128 + *q->check.stop : FT_EXIT_OK;
}

static int report (const ft_compare_request *q, const ft_trace *trace,
                   const ft_comparison *c, ft_output *out) {
  ft_error error = FT_NO_ERROR;
  ft_compare_report r = {trace, c, q->verbose, q->quiet,
                         ft_subcommand_color (q->color, q->output)};
  if (!write_plot (q->plot, &r, &error)) {
    ft_output_abandon (out);
    return ft_subcommand_fail (&error);
  }
  if (q->format == FT_FORMAT_JSON)
    ft_compare_json (out->file, &r);
  else
    ft_compare_text (out->file, &r);
  if (!ft_output_commit (out, &error))
    return ft_subcommand_fail (&error);
  return exit_status (q, c);
}

static int compare (ft_compare_request *q, const ft_trace *trace,
                    ft_progress_bar *progress) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  q->check.progress = show_comparing;
  q->check.context = progress;
  if (!try_plot (q->plot, &error) || !ft_output_open (&out, q->output, &error))
    return ft_subcommand_fail (&error);
  ft_comparison c;
  ft_compare (trace, &q->check, &q->grid, &c);
  ft_progress_bar_clear (progress);
  if (q->format == FT_FORMAT_JSON)
    ft_text_warn_unfinished (trace->path, &c.phases);
  int code = report (q, trace, &c, &out);
  ft_comparison_release (&c);
  return code;
}

static int run (ft_compare_request *q) {
  ft_error error = FT_NO_ERROR;
  ft_progress_bar progress;
  ft_progress_bar_init (&progress, q->quiet && !q->progress
                                       ? FT_NEVER
                                       : (enum ft_when)q->progress);
  q->check.stop = ft_interrupt_catch ();
  q->check.begun = ft_seconds_now ();
  ft_deadline deadline = ft_check_preparation (&q->check);
  q->read.deadline = &deadline;
  ft_progress_bar_measure (&progress, q->trace);
  ft_trace *trace =
      ft_trace_read (q->trace, q->read, ft_show_reading, &progress, &error);
  q->read.deadline = NULL;
  ft_progress_bar_clear (&progress);
  if (!trace)
    return ft_subcommand_fail (&error);
  if (!q->quiet)
    ft_subcommand_warn (&trace->notes);
  int code = compare (q, trace, &progress);
  ft_trace_free (trace);
  return code;
}

int ft_cli_compare (int argc, char **argv) {
  ft_compare_request q;
  int code;
  if (!ft_compare_request_parse (&q, argc, argv, &code))
    return code;
  if (ft_record_expand (q.trace, q.quiet, &code))
    code = run (&q);
  ft_compare_request_release (&q);
  return code;
}
