// 'foretrace filter': the events that relations leave unordered, on a stream if
// possible.

#include <string.h>

#include "base/output.h"
#include "base/processors.h"
#include "cli/check_options.h"
#include "cli/filter_session.h"
#include "cli/interrupt.h"
#include "cli/record_options.h"

static const ft_subcommand command = {
    "filter", "TRACE [options]",
    "Lists the events that race with an earlier one in a relation: they\n"
    "conflict with an earlier event and are not ordered after\n"
    "it (hb, shb, wcp, dc, c11), hold no common lock and are not ordered by\n"
    "fork and join (hybrid), or touch a variable that no lock protects\n"
    "(lockset).\n"
    "One pass finds these events, for all relations asked for; a second one\n"
    "finds what they race with, as pairs of program locations with their\n"
    "closest pairs of events.  The trace is never in memory as a whole.\n"
    "These are candidates, not verdicts: 'foretrace check' decides.\n"
    "syncp lists the sync-preserving races, which are races for sure: some\n"
    "reordering exposes them without swapping sections on a lock.  It misses\n"
    "those that need a swap, and needs the whole trace in memory.\n"
    "Exit status: 0 done, 64 usage, 65 bad trace, 69 stopped by --memory, 130\n"
    "interrupted; what was found until then is reported.\n",
    "  foretrace filter trace.std --order wcp\n"
    "  foretrace filter trace.std --order hb,wcp,dc --format json -o "
    "pairs.json\n"
    "  foretrace filter trace.std --order dc --instances 10 --memory 2G\n"
    "  foretrace filter trace.std --order syncp --pairs all\n"
    "  zstd -dc trace.std.zst | foretrace filter - --pairs none\n",
    1};

#define F(NAME, text) text,
static const char *const orders[] = {FT_FILTERS (F) "syncp", NULL};
enum { ORDER_SYNCP = sizeof orders / sizeof *orders - 2 };
#undef F
static const char *const pair_choices[] = {"none", "locations", "all", NULL};

typedef struct request {
  const char *trace, *output, *resume;
  ft_choices orders;
  int pairs, format, input_format, progress; // pairs: -1 if not given
  unsigned instances;                        // 0: not given
  unsigned jobs;                             // 0: one for each processor
  uint64_t memory;
  bool lenient, quiet, expand, help;
} request;

// ---- options -------------------------------------------------------------

enum { MOST_INSTANCES = 1000 };

static bool parse_instances (const ft_option *o, const char *text) {
  unsigned n = 0;
  ft_option number = *o;
  number.to = &n;
  if (!ft_option_count.parse (&number, text) || !n || n > MOST_INSTANCES)
    return false;
  *(unsigned *)o->to = n;
  return true;
}

static const ft_option_type instances_type = {parse_instances,
                                              "a number from 1 to 1000"};

static bool parse_table (request *q, int argc, char **argv, int *code) {
  const ft_option table[] = {
      {"order", 0, "LIST", &ft_option_choices, &q->orders,
       "hb (default), shb, wcp, dc, lockset, hybrid, c11, or\n"
       "several in one pass: hb,wcp,dc; or syncp alone",
       orders},
      {"pairs", 0, "WHICH", &ft_option_choice, &q->pairs,
       "none: racy events alone, in one pass; locations:\n"
       "pairs of locations, in two (default where the trace\n"
       "can be read twice); all: every pair of events, in\n"
       "one, with all accesses in memory",
       pair_choices},
      {"instances", 'n', "N", &instances_type, &q->instances,
       "pairs of events kept for a pair of locations, the\n"
       "closest ones (default 3)",
       NULL},
      {"jobs", 'j', "N", &ft_jobs_type, &q->jobs,
       "threads, up to 1024 (default 0: one per processor)", NULL},
      {"memory", 'm', "SIZE", &ft_option_bytes, &q->memory,
       "stop before using more, such as 2G (default 0: no\nlimit)", NULL},
      {"expand", 0, NULL, &ft_option_flag, &q->expand,
       "expand a compressed trace; without it, hb, lockset\n"
       "and hybrid find pairs of locations on the grammar\n"
       "where it pays",
       NULL},
      FT_ROW_RESUME (&q->resume),
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
      ft_subcommand_begin (&command, table, &q->help, argc, argv, &words, code);
  if (fine)
    q->trace = words.begin[0];
  FT_RELEASE (words);
  return fine;
}

static bool wants_syncp (const request *q) {
  for (size_t i = 0; i < q->orders.count; i++)
    if (q->orders.index[i] == ORDER_SYNCP)
      return true;
  return false;
}

static bool is_resumable (const request *q) {
  unsigned kinds = 0;
  for (size_t i = 0; i < q->orders.count; i++)
    kinds |= 1u << q->orders.index[i];
  return !wants_syncp (q) && q->pairs != FT_PAIRS_ALL &&
         ft_filters_resumable (kinds);
}

static const char *contradiction (const request *q) {
  if (q->resume && !is_resumable (q))
    return "--resume is for hb, c11, wcp, dc and hybrid, without --pairs all";
  if (wants_syncp (q) && q->orders.count > 1)
    return "--order syncp is for itself: it needs the whole trace";
  if (wants_syncp (q) && q->memory)
    return "--memory bounds what reads a stream; syncp needs the whole trace";
  if (q->pairs == FT_PAIRS_LOCATIONS && !wants_syncp (q) &&
      ft_subcommand_reads_once (q->trace))
    return "--pairs locations reads the trace twice, which a pipe does not "
           "allow; save it to a file, or use --pairs none or --pairs all";
  return NULL;
}

static bool parse (request *q, int argc, char **argv, int *code) {
  if (!parse_table (q, argc, argv, code))
    return false;
  const char *wrong = contradiction (q);
  if (wrong)
    *code = ft_subcommand_misused (&command, wrong);
  return !wrong;
}

// ---- the command ---------------------------------------------------------

static int write_report (ft_filter_session *f, void *context) {
  const request *q = context;
  ft_error error = FT_NO_ERROR;
  ft_output out;
  if (!ft_output_open (&out, q->output, &error))
    return ft_subcommand_fail (&error);
  if (q->format == FT_FORMAT_JSON)
    ft_racy_json (out.file, &f->report);
  else
    ft_racy_text (out.file, &f->report);
  if (!ft_output_commit (&out, &error))
    return ft_subcommand_fail (&error);
  switch (f->report.stopped) {
  case FT_STOP_INTERRUPT:
    return 128 + *f->stop.caught;
  case FT_STOP_MEMORY:
    return FT_EXIT_ENVIRONMENT;
  case FT_STOP_NONE:
    break;
  }
  return FT_EXIT_OK;
}

static enum ft_racy_pairs usual_pairs (const request *q) {
  bool once = wants_syncp (q) || ft_subcommand_reads_once (q->trace);
  return once ? FT_PAIRS_NONE : FT_PAIRS_LOCATIONS;
}

// A filter runs on the grammar unless it needs single events or the user asked
// for them.
static bool wants_grammar (const request *q) {
  bool fit = !ft_subcommand_reads_once (q->trace) && !q->expand &&
             !q->resume && !q->lenient && !q->instances && !q->memory &&
             q->pairs != FT_PAIRS_NONE && q->pairs != FT_PAIRS_ALL;
  for (size_t i = 0; i < q->orders.count; i++)
    fit &= q->orders.index[i] == FT_FILTER_HB ||
           q->orders.index[i] == FT_FILTER_LOCKSET ||
           q->orders.index[i] == FT_FILTER_HYBRID;
  return fit;
}

static int filter_with (const request *q, ft_filter_session *f) {
  int code;
  if (wants_grammar (q) && ft_filter_session_grammar (f, &code))
    return code;
  return wants_syncp (q) ? ft_filter_session_whole (f)
                         : ft_filter_session_stream (f);
}

static int filter (request *q) {
  ft_filter_session f = {
      .trace = q->trace,
      .read = ft_subcommand_read_options (q->input_format, q->lenient),
      .threads = q->jobs ? q->jobs : ft_processors (),
      .instances = q->instances ? q->instances : 3,
      .quiet = q->quiet,
      .write = write_report,
      .context = q};
  ft_error error = FT_NO_ERROR;
  if (q->resume &&
      !ft_resume_init (&f.resume, q->resume, q->trace, &f.read, &error))
    return ft_subcommand_fail (&error);
  ft_stop_condition_init (&f.stop, q->memory, f.threads);
  ft_progress_bar_init (&f.progress, (enum ft_when)q->progress);
  ft_racy_report_init (&f.report, q->orders.count);
  for (size_t i = 0; i < q->orders.count; i++) {
    f.kinds[i] = (enum ft_filter_kind)q->orders.index[i];
    f.report.findings[i].order = orders[q->orders.index[i]];
  }
  f.report.pairs =
      q->pairs < 0 ? usual_pairs (q) : (enum ft_racy_pairs)q->pairs;
  f.report.one_pass =
      q->pairs < 0 && !wants_syncp (q) && ft_subcommand_reads_once (q->trace);
  int code = filter_with (q, &f);
  ft_racy_report_release (&f.report);
  return code;
}

int ft_cli_filter (int argc, char **argv) {
  request q = {.input_format = -1, .pairs = -1, .orders = {{FT_FILTER_HB}, 1}};
  int code;
  return parse (&q, argc, argv, &code) &&
                 ft_record_expand (q.trace, q.quiet, &code)
             ? filter (&q)
             : code;
}
