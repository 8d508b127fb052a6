#include "cli/check_options.h"

#include <string.h>

#include "cli/resume.h"

static const ft_subcommand command = {
    "check", "TRACE [options]",
    "Predicts data races and deadlocks from one recorded run.  Either is\n"
    "certified when a schedule that exposes it has passed an independent\n"
    "check, refuted when no reordering of the whole trace can expose it,\n"
    "undecided otherwise.\n"
    "TRACE is a recorded run (a directory that 'foretrace record' made), or a\n"
    ".std, .rr, .jsonl, .ftp or .ftz file, plain or compressed by gzip or\n"
    "zstd; '-' is standard input.\n"
    "Exit status: 0 nothing certified, 66 a race or deadlock certified that\n"
    "is not in the baseline nor suppressed, 68 undecided pairs remain (with "
    "--strict), 64\n"
    "usage, 65 bad trace or baseline, 69 environment unusable, 70 internal\n"
    "error, 130 interrupted with nothing certified until then.\n",
    "  foretrace check examples/hidden.std\n"
    "  foretrace check trace.std.gz --format json -o races.json\n"
    "  foretrace check next.std.gz --baseline races.json --new-only\n"
    "  foretrace check run --format list\n"
    "  foretrace check run --format html -o races.html\n"
    "  foretrace check run --format sarif -o races.sarif\n"
    "  foretrace check run --format junit -o races.xml\n"
    "  foretrace check run --format svcomp -o witnesses.yml\n"
    "  foretrace check run --format perfetto -o races.trace.json\n",
    1};

// In the order of the help, which names the first as the default.
#define M(NAME, text) text,
static const char *const models[] = {FT_MODELS (M) NULL};
#undef M
const char *const ft_candidate_choices[] = {"hybrid", "dc", "wcp", "hb", NULL};
const enum ft_relation ft_candidate_relations[] = {FT_REL_FORK_JOIN, FT_REL_DC,
                                                   FT_REL_WCP, FT_REL_HB};
const char *const ft_pair_choices[] = {"locations", "all", NULL};
#define F(NAME, text) text,
static const char *const formats[] = {FT_CHECK_FORMATS (F) NULL};
#undef F
#define S(NAME, text) text,
static const char *const stages[] = {FT_FUNNEL_STAGES (S) NULL};
#undef S
#define C(NAME, name, words) name,
static const char *const consequences[] = {FT_CONSEQUENCES (C) NULL};
#undef C
static const char *const deadlocks[] = {"on", "off", NULL};
static const char *const encodings[] = {"order", "idl", NULL};

bool ft_window_parse (const ft_option *o, const char *text) {
  unsigned events = 0;
  ft_option number = *o;
  number.to = &events;
  if (strcmp (text, "unbounded") &&
      (!ft_option_count.parse (&number, text) || !events))
    return false;
  *(ft_id *)o->to = events;
  return true;
}

static const ft_option_type window_type = {
    ft_window_parse, "a number of events, or 'unbounded'"};

enum { MOST_JOBS = 1024 };

static bool parse_jobs (const ft_option *o, const char *text) {
  unsigned jobs = 0;
  ft_option number = *o;
  number.to = &jobs;
  if (!ft_option_count.parse (&number, text) || jobs > MOST_JOBS)
    return false;
  *(unsigned *)o->to = jobs;
  return true;
}

const ft_option_type ft_jobs_type = {parse_jobs,
                                     "a number of workers, up to 1024"};

void ft_check_search_rows (ft_option_table *table, ft_check_request *q,
                           ft_check_choices *raw) {
  const ft_option rows[] = {
      {"jobs", 'j', "N", &ft_jobs_type, &q->check.jobs,
       "solver workers, up to 1024 (default 0: one per\nprocessor)"},
      {"window", 'w', "N", &window_type, &q->check.window,
       "only pairs within windows of N events;\n"
       "unbounded: the whole trace (default)"},
      {"timeout", 't', "S", &ft_option_seconds, &q->check.timeout,
       "seconds per candidate (default 10, 0: no limit)"},
      {"budget", 'b', "S", &ft_option_seconds, &q->check.budget,
       "seconds for the whole check (default 600,\n0: no limit)"},
      {"memory", 'm', "SIZE", &ft_option_bytes, &q->check.memory,
       "per worker, such as 512M (default 4G, 0: no limit)"},
      {"model", 0, "MODEL", &ft_option_choice, &raw->model,
       "how much a reordering may change: mcm, every read\n"
       "that matters returns what it returned; value,\n"
       "also others, as long as all branches and\n"
       "addresses stay what they were; path (default),\n"
       "also directions of branches that were not taken",
       models},
      FT_ROW_MEMORY_MODEL (&raw->memory_model),
      {"candidates", 0, "ORDER", &ft_option_choice, &raw->candidates,
       "pairs to look at: hybrid (default, complete),\n"
       "or only those unordered by dc, wcp or hb",
       ft_candidate_choices},
      {"stages", 0, "LIST", &ft_option_choices, &raw->stages,
       "decide only the candidates of these stages: hb,\n"
       "wcp, dc, hybrid, each what the one before leaves\n"
       "over, and value and path (default: all)",
       stages},
      {"pairs", 0, "WHICH", &ft_option_choice, &raw->pairs,
       "locations: one race per pair of program locations\n"
       "(default); all: per pair of events",
       ft_pair_choices},
      {"deadlocks", 0, "WHICH", &ft_option_choice, &raw->deadlocks,
       "on (default): also cycles of threads that wait for\neach other's "
       "locks; "
       "off",
       deadlocks},
      {"encoding", 0, "ENC", &ft_option_choice, &raw->encoding,
       "for the solver: order (default) or idl", encodings},
      FT_ROW_ASSUME (&raw->assume),
      FT_OPTION_END,
  };
  ft_option_table_add (table, rows);
}

void ft_check_report_rows (ft_option_table *table, ft_check_request *q) {
  const ft_option rows[] = {
      {"format", 'f', "FORMAT", &ft_option_choice, &q->format,
       "text (default); list, a finding a line, for editors;\n"
       "json, which has every schedule;\n"
       "html, a page that opens offline; sarif, for code\n"
       "scanning; junit, for CI services; svcomp, witnesses\n"
       "for validators; perfetto, run and schedules as\npictures",
       formats},
      FT_ROW_OUTPUT (&q->output),
      {"witness-dir", 0, "DIR", &ft_option_text, &q->witness_dir,
       "leave the schedule of each race and deadlock as\nDIR/R1.json, "
       "DIR/D1.json, ..."},
      {"baseline", 0, "FILE", &ft_option_text, &q->baseline,
       "findings in FILE are known: JSON results of an\n"
       "earlier check, or fingerprints, one in a line"},
      {"suppressions", 0, "FILE", &ft_option_texts, &q->suppressions,
       "leave out what rules in FILE are for, such as\n"
       "function:log_* (may be given several times)"},
      {"new-only", 0, NULL, &ft_option_flag, &q->new_only,
       "with --baseline: leave known findings out"},
      {"strict", 0, NULL, &ft_option_flag, &q->strict,
       "exit with 68 if pairs, deadlocks or failures are undecided"},
      {"fail-on", 0, "LIST", &ft_option_choices, &q->fail_on,
       "only races with these consequences are failures:\ncrash, memory, "
       "hang, check, output, state, not-tried, none,\none-order; without "
       "--consequences all are.  Deadlocks count with\nhang, failures (F1, "
       "...) "
       "by their kind: assertion with\ncheck, abort with crash and check, "
       "null with crash,\nuse-after-free and double-free with memory, "
       "lost-wakeup and\ndeadlock with hang",
       consequences},
      FT_ROW_COLOR (&q->color),
      FT_ROW_PROGRESS (&q->progress),
      {"quiet", 'q', NULL, &ft_option_flag, &q->quiet,
       "only the summary, no warnings"},
      {"verbose", 'v', NULL, &ft_option_flag, &q->verbose,
       "every race in full, refuted pairs with reasons,\n"
       "what each stage of certification cost"},
      FT_OPTION_END,
  };
  ft_option_table_add (table, rows);
}

static bool parse_runs (const ft_option *o, const char *text) {
  return ft_option_count.parse (o, text) && *(unsigned *)o->to > 0;
}

static const ft_option_type runs_type = {parse_runs, "a number above 0"};

void ft_check_consequence_rows (ft_option_table *table, ft_check_request *q) {
  q->consequence_runs = FT_CONSEQUENCE_RUNS;
  q->consequence_seconds = -1;
  const ft_option rows[] = {
      {"consequences", 0, NULL, &ft_option_flag, &q->consequences,
       "run the program on behind each certified race, in\nboth orders of its "
       "accesses, and report what it does"},
      {"consequence-runs", 0, "K", &runs_type, &q->consequence_runs,
       "continuations of each order, each with another\nschedule (default 4)"},
      {"consequence-budget", 0, "S", &ft_option_seconds,
       &q->consequence_seconds,
       "seconds for all continuations (default 60, at\nmost that of --budget; "
       "0: no limit)"},
      FT_OPTION_END};
  ft_option_table_add (table, rows);
}

enum { MOST_SHARDS = 100000 };

static bool parse_shard (const ft_option *o, const char *text) {
  unsigned number = 0, of = 0;
  char end;
  if (strspn (text, "0123456789/") != strlen (text) ||
      sscanf (text, "%6u/%6u%c", &number, &of, &end) != 2 || !number ||
      number > of || of > MOST_SHARDS)
    return false;
  *(ft_shard *)o->to = (ft_shard){number, of};
  return true;
}

static const ft_option_type shard_type = {
    parse_shard, "K/N, such as 3/8, K from 1 to N, N up to 100000"};

static bool parse_expand (const ft_option *o, const char *text) {
  unsigned events = 0;
  ft_option number = *o;
  number.to = &events;
  bool all = !strcmp (text, "all");
  if (!all && (!ft_option_count.parse (&number, text) || !events))
    return false;
  *(ft_pos *)o->to = all ? FT_NO_POS : events;
  return true;
}

static const ft_option_type expand_type = {parse_expand,
                                           "a number of events, or 'all'"};

static bool parse (ft_check_request *q, ft_check_choices *raw, int argc,
                   char **argv, ft_words *words, int *code) {
  ft_option_table table = {0};
  const ft_option rows[] = {{"shard", 0, "K/N", &shard_type, &q->check.shard,
                             "decide one in N of the candidates; 'merge' puts\n"
                             "the JSON results of all N together"},
                            {"expand", 0, "N", &expand_type, &q->expand,
                             "look at the first N events at most, or at 'all'\n"
                             "(default: of a compressed trace at so many that\n"
                             "all its races are certified; of more than\n"
                             "67108864 events at the first 16777216); of a\n"
                             "long recording, 'all' loads all of it",
                             NULL},
                            FT_ROW_RESUME (&q->resume),
                            FT_ROW_INPUT_FORMAT (&raw->input_format),
                            FT_ROW_LENIENT (&raw->lenient),
                            FT_OPTION_HELP (&raw->help),
                            FT_OPTION_END};
  ft_check_search_rows (&table, q, raw);
  ft_check_consequence_rows (&table, q);
  ft_check_report_rows (&table, q);
  ft_option_table_add (&table, rows);
  FT_PUSH (table, (ft_option)FT_OPTION_END);
  bool fine = ft_subcommand_begin (&command, table.begin, &raw->help, argc,
                                   argv, words, code);
  FT_RELEASE (table);
  return fine;
}

// Whether a stage is asked for that is of a more relaxed model than the one that
// is the last to try.
static bool is_beyond_model (const ft_check_options *o) {
  return (o->stages >> FT_FUNNEL_VALUE & 1 && o->model < FT_MODEL_VALUE) ||
         (o->stages >> FT_FUNNEL_PATH & 1 && o->model < FT_MODEL_PATH);
}

bool ft_check_report_allowed (const ft_check_request *q, const char *name,
                              int *code) {
  bool lists = q->baseline || q->suppressions.count;
  const char *why =
      q->new_only && !q->baseline
          ? "--new-only needs --baseline FILE, to know what is new"
      : q->check.shard.of && lists
          ? "--baseline and --suppressions are for 'foretrace merge', which "
            "has all shards"
      : is_beyond_model (&q->check)
          ? "--stages has one that --model leaves out, so that it would decide "
            "nothing"
          : NULL;
  ft_error error = FT_NO_ERROR;
  if (!why)
    return true;
  ft_error_set (&error, FT_EXIT_USAGE, "%s: %s", name, why);
  *code = ft_subcommand_fail (&error);
  return false;
}

double ft_check_program_seconds (const ft_check_request *q) {
  enum { MOST = 60 };
  double budget = q->check.budget;
  return budget > 0 && budget < MOST ? budget : MOST;
}

bool ft_check_request_finish (ft_check_request *q, const ft_check_choices *raw,
                              const char *trace, int *code) {
  q->trace = trace;
  q->read = ft_subcommand_read_options (raw->input_format, raw->lenient);
  q->read.independent = raw->assume == 1;
  q->check.candidates = ft_candidate_relations[raw->candidates];
  q->check.all_pairs = raw->pairs == 1;
  q->check.deadlocks = raw->deadlocks == 0;
  q->check.model = (enum ft_model)raw->model;
  ft_subcommand_memory_model (raw->memory_model, &q->check);
  for (size_t i = 0; i < raw->stages.count; i++)
    q->check.stages |= 1u << raw->stages.index[i];
  q->check.encoding = (enum ft_encoding)raw->encoding;
  if (q->consequence_seconds < 0)
    q->consequence_seconds = ft_check_program_seconds (q);
  return ft_check_report_allowed (q, "check", code);
}

bool ft_check_request_parse (ft_check_request *q, int argc, char **argv,
                             int *code) {
  ft_check_choices raw = FT_CHECK_CHOICES;
  ft_words words = {0};
  *q = (ft_check_request){.check = FT_CHECK_DEFAULTS};
  bool fine = parse (q, &raw, argc, argv, &words, code) &&
              ft_check_request_finish (q, &raw, words.begin[0], code);
  FT_RELEASE (words);
  return fine;
}
