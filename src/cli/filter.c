// 'foretrace filter': one streaming pass with one relation.

#include "base/output.h"
#include "cli/command.h"
#include "order/filter.h"
#include "report/progress.h"
#include "report/racy.h"

static const ft_command command = {
    "filter", "TRACE [options]",
    "Lists the events that race with an earlier one as far as one relation\n"
    "can tell: they conflict with an earlier event and are not ordered after\n"
    "it (hb, shb, wcp, dc), hold no common lock and are not ordered by fork\n"
    "and join (hybrid), or touch a variable that no lock protects (lockset).\n"
    "One pass, and the trace is never in memory as a whole.  These are\n"
    "candidates, not verdicts: 'foretrace check' decides.\n",
    "  foretrace filter trace.std --order wcp\n"
    "  zstd -dc trace.std.zst | foretrace filter - --order hb --format json\n",
    1};

#define F(NAME, text) text,
static const char *const orders[] = {FT_FILTERS (F) NULL};
#undef F
static const char *const pair_choices[] = {"none", "all", NULL};

typedef struct request {
  const char *trace, *output;
  int order, pairs, format, input_format, progress;
  bool lenient, quiet, help;
} request;

static bool parse (request *q, int argc, char **argv, int *code) {
  const ft_option table[] = {
      {"order", 0, "ORDER", &ft_option_choice, &q->order,
       "hb (default), shb, wcp, dc, lockset or hybrid", orders},
      {"pairs", 0, "WHICH", &ft_option_choice, &q->pairs,
       "none (default), or all: every racy pair of events", pair_choices},
      {"format", 'f', "FORMAT", &ft_option_choice, &q->format,
       "text (default) or json", ft_report_formats},
      {"output", 'o', "FILE", &ft_option_text, &q->output,
       "write to FILE, whole or not at all"},
      {"input-format", 0, "FORMAT", &ft_option_choice, &q->input_format,
       "std, rr or jsonl (default: told from name and\ncontent)",
       ft_input_formats},
      {"lenient", 0, NULL, &ft_option_flag, &q->lenient,
       "repair a malformed trace where that is possible"},
      {"progress", 0, "WHEN", &ft_option_choice, &q->progress,
       "auto (default: on a terminal), always, never", ft_when_names},
      {"quiet", 'q', NULL, &ft_option_flag, &q->quiet, "no warnings"},
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_words words = {0};
  bool fine =
      ft_command_begin (&command, table, &q->help, argc, argv, &words, code);
  if (fine)
    q->trace = words.begin[0];
  FT_RELEASE (words);
  return fine;
}

// What one pass needs and finds.
typedef struct pass {
  ft_reader *reader;
  ft_filter *filter;
  ft_racy racy;
  ft_pos position;
  ft_progress progress;
} pass;

static void step (pass *p, const ft_event *e) {
  if (ft_filter_step (p->filter, e)) {
    size_t n;
    const ft_pos *partners = ft_filter_partners (p->filter, &n);
    ft_racy_add (&p->racy, p->position, e, partners, n);
  }
  if (!(++p->position & 0xffff))
    ft_progress_show (&p->progress, "filtering", ft_reader_progress (p->reader),
                      p->position, "events", NULL);
}

static bool run_pass (pass *p, ft_error *error) {
  ft_event e;
  int status;
  while ((status = ft_reader_next (p->reader, &e, error)) > 0)
    step (p, &e);
  ft_progress_clear (&p->progress);
  return !status;
}

static int write_result (const request *q, const pass *p, double seconds) {
  ft_racy_report report = {.racy = &p->racy,
                           .tables = ft_reader_tables (p->reader),
                           .order = orders[q->order],
                           .events = p->position,
                           .pairs = q->pairs,
                           .seconds = seconds};
  ft_error error = FT_NO_ERROR;
  ft_output out;
  if (!ft_output_open (&out, q->output, &error))
    return ft_command_fail (&error);
  if (q->format == FT_FORMAT_JSON)
    ft_racy_json (out.file, &report);
  else
    ft_racy_text (out.file, &report);
  return ft_output_commit (&out, &error) ? FT_EXIT_OK
                                         : ft_command_fail (&error);
}

static int filter (const request *q, ft_reader *reader) {
  ft_error error = FT_NO_ERROR;
  double begin = ft_seconds_now ();
  pass p = {.reader = reader};
  p.filter = ft_filter_new ((enum ft_filter_kind)q->order,
                            ft_reader_tables (reader), q->pairs);
  ft_progress_init (&p.progress, (enum ft_when)q->progress);
  bool fine = run_pass (&p, &error);
  if (!q->quiet)
    ft_command_warn (ft_reader_notes (reader));
  int code = fine ? write_result (q, &p, ft_seconds_now () - begin)
                  : ft_command_fail (&error);
  ft_racy_release (&p.racy);
  ft_filter_free (p.filter);
  return code;
}

int ft_cli_filter (int argc, char **argv) {
  request q = {.input_format = -1};
  int code;
  if (!parse (&q, argc, argv, &code))
    return code;
  ft_error error = FT_NO_ERROR;
  ft_reader *reader = ft_reader_open (
      q.trace, ft_command_read_options (q.input_format, q.lenient), &error);
  if (!reader)
    return ft_command_fail (&error);
  code = filter (&q, reader);
  ft_reader_free (reader);
  return code;
}
