// 'foretrace explore': race-directed exploration.

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/output.h"
#include "cli/subcommand.h"
#include "cli/explore_findings.h"
#include "cli/explore_report.h"
#include "cli/explore_witness.h"
#include "cli/interrupt.h"
#include "explore/input_spec.h"
#include "explore/explore_run.h"
#include "explore/strategy.h"
#include "record/program.h"

static const ft_subcommand command = {
    "explore", "[options] -- PROG ARGS",
    "Runs a program that foretrace-cc built again and again, each time under\n"
    "a schedule, or with an input, that has a better chance to lead to a race\n"
    "that earlier runs leave open, until nothing better is left to try.  Each\n"
    "race it reports is certified in the trace of a run and replayed on the\n"
    "program itself.\n"
    "What is known of the program is kept in a directory, from which a search\n"
    "that was stopped goes on.\n"
    "Exit status: 66 a race or a deadlock was certified, or a failure was\n"
    "certified and seen; 0 none of these, also if a run ended badly; 64\n"
    "usage, 65 the directory is of another program or damaged, 69 the program\n"
    "cannot be recorded, 130 interrupted.\n",
    "  make CC=foretrace-cc && foretrace explore -- ./prog input\n"
    "  foretrace explore --symbolic arg1,stdin:16 -- ./prog 5\n"
    "  foretrace explore --strategy pct --runs 50 -- ./prog\n"};

typedef struct request {
  ft_explore_options explore;
  const char *directory, *output, *symbolic;
  ft_input_set inputs;
  int format, progress, memory_model;
  unsigned again;
  bool fresh, quiet, help;
} request;

enum explore_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_WITNESS };

static const char *const formats[] = {"text", "json", "svcomp-witness", NULL};

enum { RUNS = 500, RACE_RUNS = 2000, ROUNDS = 50, MOST_JOBS = 1000 };
enum { FRUITLESS = 20, RACE_FRUITLESS = 60 };
enum { RUN_SECONDS = 10, RACE_RUN_SECONDS = 3, TIMEOUT = 5, RACE_TIMEOUT = 2 };
#define NO_RUN UINT_MAX // no run to make again
#define UNSET UINT_MAX  // a limit that was not given

static bool parse (request *q, int argc, char **argv, int *code) {
  ft_explore_options *o = &q->explore;
  const ft_option table[] = {
      {"directory", 'd', "DIR", &ft_option_text, &q->directory,
       "keep what is found out in DIR, and go on from what is\n"
       "there (default PROG.explore)"},
      {"fresh", 0, NULL, &ft_option_flag, &q->fresh,
       "forget what earlier searches found out"},
      {"symbolic", 0, "LIST", &ft_option_text, &q->symbolic,
       "inputs that may be chosen: stdin, arg1, env:NAME,\n"
       "file:PATH, each with :BYTES at its end, or input"},
      {"again", 0, "RUN", &ft_option_count, &q->again,
       "only make this run of the exploration once more, its\n"
       "output seen, such as one that ended badly"},
      {"strategy", 0, "NAME", &ft_option_choice, &o->strategy,
       "how the next run is chosen: racageddon (default),\n"
       "free, improve, concolic, random, pct, repeat",
       ft_strategy_names},
      {"observed", 0, NULL, &ft_option_flag, &o->observed,
       "count only races that happened in a run, as detectors\n"
       "do that predict nothing; to compare strategies"},
      FT_ROW_MEMORY_MODEL (&q->memory_model),
      {"runs", 'n', "N", &ft_option_count, &o->runs,
       "at most so many runs, those of earlier searches\n"
       "included (default 500)"},
      {"rounds", 0, "N", &ft_option_count, &o->rounds,
       "at most so many for one candidate, and as many in\n"
       "super-rounds for a schedule (default 50)"},
      {"patience", 0, "N", &ft_option_count, &o->fruitless,
       "end after so many runs by chance in a row without\n"
       "anything new, for each of -j (default 20)"},
      {"seed", 0, "N", &ft_option_count, &o->seed,
       "of what is left to chance (default 0)"},
      {"budget", 0, "S", &ft_option_seconds, &o->budget,
       "seconds for the whole search (default 600, 0: no\nlimit)"},
      {"run-timeout", 0, "S", &ft_option_seconds, &o->run_seconds,
       "seconds for one run of the program (default 10)"},
      {"run-memory", 0, "SIZE", &ft_option_bytes, &o->run_memory,
       "memory of one run, such as 2G (default 4G)"},
      {"disk", 0, "SIZE", &ft_option_bytes, &o->disk,
       "recordings that are kept, such as 500M (default 4G, 0:\nno limit)"},
      {"timeout", 't', "S", &ft_option_seconds, &o->timeout,
       "seconds for each candidate of a trace (default 5)"},
      {"jobs", 'j', "N", &ft_option_count, &o->jobs,
       "runs at the same time (default 1)"},
      {"until", 0, "WHAT", &ft_option_choice, &o->until,
       "end at the first race that was confirmed, at the first\n"
       "failure (a bad end that came again, or a deadlock), or\n"
       "at any of both: race, failure, any (default: end)",
       ft_until_names},
      {"format", 'f', "FORMAT", &ft_option_choice, &q->format,
       "text (default), json, or svcomp-witness: ends at the\n"
       "first race and writes SV-COMP's verdict and witness",
       formats},
      FT_ROW_OUTPUT (&q->output),
      FT_ROW_PROGRESS (&q->progress),
      {"quiet", 'q', NULL, &ft_option_flag, &q->quiet,
       "only the report at the end"},
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END};
  ft_words words = {0};
  o->arguments = ft_subcommand_program (&argc, argv);
  ft_subcommand lenient = command;
  lenient.optional = (size_t)argc;
  bool fine =
      ft_subcommand_begin (&lenient, table, &q->help, argc, argv, &words, code);
  const char *problem =
      !o->arguments || words.size
          ? "expected [options] -- PROG ARGS, the program after '--'"
      : !o->jobs || o->jobs > MOST_JOBS ? "--jobs: expected 1 to 1000"
      : !q->again                       ? "--again: runs begin with number 1"
                                        : NULL;
  FT_RELEASE (words);
  ft_check_options check = FT_CHECK_DEFAULTS;
  ft_subcommand_memory_model (q->memory_model, &check);
  o->memory_model = check.memory_model;
  o->memory_by_orders = check.memory_by_orders;
  if (fine && problem)
    *code = ft_subcommand_misused (&command, problem);
  return fine && !problem;
}

// ---- the search ------------------------------------------------------------

typedef struct session {
  const request *q;
  ft_progress_bar progress;
  ft_search_state state;
  char *directory; // owned; the directory as the user wrote it
} session;

static void print_race (session *s, const ft_found_race *race) {
  ft_progress_bar_clear (&s->progress);
  if (!s->q->quiet)
    fprintf (stderr, "foretrace: run %u: data race  %s  <->  %s\n", race->run,
             ft_search_state_label (&s->state, race->pair.first),
             ft_search_state_label (&s->state, race->pair.second));
}

static void show_progress (void *context, const ft_search_state *m,
                           const ft_found_race *race) {
  session *s = context;
  char extra[128];
  if (race)
    print_race (s, race);
  snprintf (extra, sizeof extra,
            "%zu of %zu candidates decided, %zu races, %u locations",
            ft_explore_decided (m), m->pairs.size, m->races.size,
            (unsigned)ft_intern_size (&m->covered));
  ft_progress_bar_show (&s->progress, "exploring",
                        (double)m->runs / s->q->explore.runs, m->runs, "runs",
                        extra);
}

static char *choose_directory (const request *q) {
  ft_strbuf path = {0};
  const char *name = strrchr (q->explore.arguments[0], '/');
  if (q->directory)
    return ft_strdup (q->directory);
  ft_strbuf_add (&path, "%s.explore",
                 name ? name + 1 : q->explore.arguments[0]);
  return ft_strbuf_take (&path);
}

static bool has_found (const session *s, const ft_explore_report *r) {
  if (s->q->format == FORMAT_WITNESS)
    return ft_explore_witness_has_race (r);
  return s->state.races.size || s->state.deadlocks.size ||
         ft_found_failures_seen (&s->state.failures);
}

static int exit_status (const session *s, const ft_explore_report *r) {
  if (has_found (s, r))
    return FT_EXIT_RACES;
  return r->end == FT_EXPLORED_STOP ? 128 + *s->q->explore.stop : FT_EXIT_OK;
}

static int report (const session *s, enum ft_explore_end end, ft_output *out) {
  ft_error error = FT_NO_ERROR;
  ft_explore_report r = {&s->state, s->directory, s->q->explore.arguments, end};
  switch ((enum explore_format)s->q->format) {
  case FORMAT_TEXT:
    ft_explore_report_text (out->file, &r);
    break;
  case FORMAT_JSON:
    ft_explore_report_json (out->file, &r);
    break;
  case FORMAT_WITNESS:
    if (!ft_explore_witness_write (out->file, &r, &error)) {
      ft_output_abandon (out);
      return ft_subcommand_fail (&error);
    }
  }
  return ft_output_commit (out, &error) ? exit_status (s, &r)
                                        : ft_subcommand_fail (&error);
}

// Makes one run of the exploration again and prints how it ended.
static int make_again (const session *s) {
  ft_error error = FT_NO_ERROR;
  ft_target_exit ended;
  if (!ft_explore_rerun (&s->q->explore, s->q->again, (ft_target){0}, &ended,
                         &error))
    return ft_subcommand_fail (&error);
  printf ("run %u again: ", s->q->again);
  if (ended.deadlocked)
    puts ("deadlock: no thread of it can go on");
  else if (ended.timed_out)
    puts ("it hangs");
  else if (ended.signal)
    printf ("signal %d (%s) ended it\n", ended.signal,
            strsignal (ended.signal));
  else
    printf ("it ended with exit status %d\n", ended.status);
  return ended.interrupted ? 128 + ended.interrupted : FT_EXIT_OK;
}

static int explore (session *s, ft_output *out) {
  ft_error error = FT_NO_ERROR;
  if (s->q->again != NO_RUN) {
    ft_output_abandon (out);
    return make_again (s);
  }
  ft_explore_watcher watcher = {show_progress, s};
  enum ft_explore_end end;
  bool fine = ft_explore (&s->q->explore, &watcher, &s->state, &end, &error);
  ft_progress_bar_clear (&s->progress);
  if (fine)
    fine = ft_explore_findings_keep_ends (&s->state, s->q->explore.directory,
                                          s->q->explore.arguments[0], &error);
  if (fine)
    return report (s, end, out);
  ft_output_abandon (out);
  return ft_subcommand_fail (&error);
}

// Takes the program's own inputs as the first ones of the exploration.
static bool take_inputs (request *q, ft_error *error) {
  ft_program program;
  if (!ft_program_find (&program, q->explore.arguments[0], false, error))
    return false;
  bool light = program.light;
  ft_program_release (&program);
  if (light && !q->symbolic)
    return true;
  q->explore.inputs = &q->inputs;
  return !q->symbolic ||
         (ft_input_parse (&q->inputs, q->symbolic, error) &&
          ft_input_fill (&q->inputs, q->explore.arguments, error));
}

// The directory of the exploration.  Making a run again needs an existing
// directory, and leaves it unchanged.
static char *take_directory (const session *s, ft_error *error) {
  const request *q = s->q;
  if (q->again == NO_RUN &&
      !ft_explore_prepare (s->directory, q->explore.arguments[0], q->fresh,
                           error))
    return NULL;
  char *real = realpath (s->directory, NULL);
  if (!real)
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", s->directory,
                  strerror (errno));
  return real;
}

static bool prepare (session *s, request *q, char **real, ft_output *out,
                     ft_error *error) {
  s->directory = choose_directory (q);
  if (!take_inputs (q, error) || !ft_output_open (out, q->output, error))
    return false;
  q->explore.directory = *real = take_directory (s, error);
  if (*real)
    return true;
  ft_output_abandon (out);
  return false;
}

// Sets the limits that were not given.  Programs of SV-COMP may run for ever, and hide a
// race in many turns of a loop.
static void set_limits (ft_explore_options *o, bool only_races) {
  if (o->runs == UNSET)
    o->runs = only_races ? RACE_RUNS : RUNS;
  if (o->fruitless == UNSET)
    o->fruitless = only_races ? RACE_FRUITLESS : FRUITLESS;
  if (o->run_seconds < 0)
    o->run_seconds = only_races ? RACE_RUN_SECONDS : RUN_SECONDS;
  if (o->timeout < 0)
    o->timeout = only_races ? RACE_TIMEOUT : TIMEOUT;
  o->until = only_races ? FT_UNTIL_RACE : o->until;
  o->races_only = only_races;
}

int ft_cli_explore (int argc, char **argv) {
  request q = {.again = NO_RUN,
               .explore = {.runs = UNSET,
                           .keep = ft_explore_findings_keep,
                           .rounds = ROUNDS,
                           .fruitless = UNSET,
                           .jobs = 1,
                           .budget = 600,
                           .run_seconds = -1,
                           .run_memory = (uint64_t)4 << 30,
                           .disk = (uint64_t)4 << 30,
                           .timeout = -1}};
  session s = {.q = &q};
  ft_error error = FT_NO_ERROR;
  ft_output out;
  char *real = NULL;
  int code;
  if (!parse (&q, argc, argv, &code))
    return code;
  set_limits (&q.explore, q.format == FORMAT_WITNESS);
  q.explore.stop = ft_interrupt_catch ();
  ft_progress_bar_init (&s.progress, (enum ft_when)q.progress);
  if (prepare (&s, &q, &real, &out, &error))
    code = explore (&s, &out);
  else
    code = ft_subcommand_fail (&error);
  ft_search_state_release (&s.state);
  ft_input_set_release (&q.inputs);
  free (s.directory);
  free (real);
  return code;
}
