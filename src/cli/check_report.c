#include "cli/check_report.h"

#include <unistd.h>

#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/list.h"
#include "report/perfetto.h"
#include "report/sarif.h"
#include "report/svcomp.h"
#include "report/text_report.h"

// The number of steps of each schedule that the format shows with stacks or
// files, which only the recorded run has.
static size_t count_steps (const ft_check_request *q, const ft_results *x) {
  switch ((enum ft_check_format)q->format) {
  case FT_CHECK_SARIF:
    return ft_sarif_steps (x);
  case FT_CHECK_SVCOMP:
    return FT_SVCOMP_STEPS;
  case FT_CHECK_TEXT:
  case FT_CHECK_LIST:
  case FT_CHECK_JSON:
  case FT_CHECK_JUNIT:
  case FT_CHECK_HTML:
  case FT_CHECK_PERFETTO:
    return 0;
  }
  return 0;
}

// A format that can mark a finding as suppressed shows suppressed findings.
static bool shows_suppressed (const ft_check_request *q) {
  switch ((enum ft_check_format)q->format) {
  case FT_CHECK_JSON:
  case FT_CHECK_SARIF:
  case FT_CHECK_JUNIT:
    return true;
  case FT_CHECK_TEXT:
  case FT_CHECK_LIST:
  case FT_CHECK_HTML:
  case FT_CHECK_SVCOMP:
  case FT_CHECK_PERFETTO:
    return q->verbose;
  }
  return true;
}

void ft_check_report_init (ft_report *r, const ft_check_request *q) {
  r->new_only = q->new_only;
  r->show_suppressed = shows_suppressed (q);
  r->steps = count_steps (q, r->results);
  for (size_t i = 0; i < q->fail_on.count; i++)
    r->fail_on |= 1u << q->fail_on.index[i];
}

static void write_text (const ft_check_request *q, const ft_report *r,
                        const ft_index *index, FILE *file) {
  ft_text_style style = {.color = ft_subcommand_color (q->color, q->output),
                         .width =
                             q->output ? 0 : ft_terminal_width (STDOUT_FILENO),
                         .quiet = q->quiet,
                         .verbose = q->verbose,
                         .witness_dir = q->witness_dir};
  ft_report_text (file, r, index, &style);
}

static bool shows_locks (const ft_check_request *q, const ft_results *x) {
  if (q->format == FT_CHECK_HTML)
    return true;
  bool in_words = q->format == FT_CHECK_TEXT || q->format == FT_CHECK_JUNIT;
  return in_words && (x->certified || x->deadlock_count + x->failure_count);
}

void ft_check_report (const ft_check_request *q, const ft_report *r,
                      FILE *file) {
  ft_index *index =
      shows_locks (q, r->results) ? ft_index_new (r->trace) : NULL;
  switch ((enum ft_check_format)q->format) {
  case FT_CHECK_TEXT:
    write_text (q, r, index, file);
    break;
  case FT_CHECK_LIST:
    ft_report_list (file, r, q->verbose,
                    ft_subcommand_color (q->color, q->output));
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
