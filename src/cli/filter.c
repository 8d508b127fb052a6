// 'foretrace filter': one pass with one relation, streaming if it can be.

#include "base/output.h"
#include "candidate/syncp.h"
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
    "candidates, not verdicts: 'foretrace check' decides.\n"
    "syncp lists the sync-preserving races, which are races for sure: some\n"
    "reordering exposes them without swapping sections on a lock.  It misses\n"
    "those that need a swap, and needs the whole trace in memory.\n",
    "  foretrace filter trace.std --order wcp\n"
    "  foretrace filter trace.std --order syncp --pairs all\n"
    "  zstd -dc trace.std.zst | foretrace filter - --order hb --format json\n",
    1};

#define F(NAME, text) text,
static const char *const orders[] = {FT_FILTERS (F) "syncp", NULL};
enum { ORDER_SYNCP = sizeof orders / sizeof *orders - 2 };
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
       "hb (default), shb, wcp, dc, lockset, hybrid or\nsyncp", orders},
      {"pairs", 0, "WHICH", &ft_option_choice, &q->pairs,
       "none (default), or all: every racy pair of events", pair_choices},
      FT_ROW_FORMAT (&q->format),
      FT_ROW_OUTPUT (&q->output),
      FT_ROW_INPUT_FORMAT (&q->input_format),
      FT_ROW_LENIENT (&q->lenient),
      FT_ROW_PROGRESS (&q->progress),
      FT_ROW_NO_WARNINGS (&q->quiet),
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

static int write_result (const request *q, ft_racy_report *report) {
  ft_error error = FT_NO_ERROR;
  ft_output out;
  report->order = orders[q->order];
  report->pairs = q->pairs;
  if (!ft_output_open (&out, q->output, &error))
    return ft_command_fail (&error);
  if (q->format == FT_FORMAT_JSON)
    ft_racy_json (out.file, report);
  else
    ft_racy_text (out.file, report);
  return ft_output_commit (&out, &error) ? FT_EXIT_OK
                                         : ft_command_fail (&error);
}

static int stream (const request *q, ft_reader *reader) {
  ft_error error = FT_NO_ERROR;
  double begin = ft_seconds_now ();
  pass p = {.reader = reader};
  p.filter = ft_filter_new ((enum ft_filter_kind)q->order,
                            ft_reader_tables (reader), q->pairs);
  ft_progress_init (&p.progress, (enum ft_when)q->progress);
  bool fine = run_pass (&p, &error);
  if (!q->quiet)
    ft_command_warn (ft_reader_notes (reader));
  ft_racy_report report = {.racy = &p.racy,
                           .tables = ft_reader_tables (reader),
                           .events = p.position,
                           .seconds = ft_seconds_now () - begin};
  int code = fine ? write_result (q, &report) : ft_command_fail (&error);
  ft_racy_release (&p.racy);
  ft_filter_free (p.filter);
  return code;
}

static int filter_stream (const request *q, ft_read_options read) {
  ft_error error = FT_NO_ERROR;
  ft_reader *reader = ft_reader_open (q->trace, read, &error);
  if (!reader)
    return ft_command_fail (&error);
  int code = stream (q, reader);
  ft_reader_free (reader);
  return code;
}

// ---- sync-preserving races, which need the whole trace -------------------

static void find_syncp (const request *q, const ft_trace *trace,
                        ft_progress *progress, ft_racy *racy) {
  ft_facts *facts = ft_facts_new (trace);
  ft_syncp *syncp = ft_syncp_new (facts, q->pairs);
  for (ft_id e = 0; e < trace->size; e++) {
    size_t n;
    bool is_racy = ft_syncp_step (syncp);
    const ft_pos *partners = ft_syncp_partners (syncp, &n);
    if (is_racy)
      ft_racy_add (racy, e, trace->events + e, partners, n);
    if (!(e & 0xfff))
      ft_progress_show (progress, "filtering", (double)e / trace->size, e,
                        "events", NULL);
  }
  ft_syncp_free (syncp);
  ft_facts_free (facts);
}

static int filter_whole (const request *q, ft_read_options read) {
  ft_error error = FT_NO_ERROR;
  ft_progress progress;
  double begin = ft_seconds_now ();
  ft_progress_init (&progress, (enum ft_when)q->progress);
  ft_trace *trace =
      ft_trace_read (q->trace, read, ft_show_reading, &progress, &error);
  ft_racy racy = {0};
  if (trace)
    find_syncp (q, trace, &progress, &racy);
  ft_progress_clear (&progress);
  if (!trace)
    return ft_command_fail (&error);
  if (!q->quiet)
    ft_command_warn (&trace->notes);
  ft_racy_report report = {.racy = &racy,
                           .tables = &trace->tables,
                           .events = trace->size,
                           .seconds = ft_seconds_now () - begin};
  int code = write_result (q, &report);
  ft_racy_release (&racy);
  ft_trace_free (trace);
  return code;
}

int ft_cli_filter (int argc, char **argv) {
  request q = {.input_format = -1};
  int code;
  if (!parse (&q, argc, argv, &code))
    return code;
  ft_read_options read = ft_command_read_options (q.input_format, q.lenient);
  return q.order == ORDER_SYNCP ? filter_whole (&q, read)
                                : filter_stream (&q, read);
}
