// 'foretrace run': record, check, replay, report.

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/shell.h"
#include "cli/check_session.h"
#include "cli/reassign.h"
#include "cli/record_options.h"
#include "cli/run_suite.h"
#include "record/directory.h"
#include "replay/replay_all.h"
#include "run/run_deadlock.h"

static const ft_subcommand command = {
    "run", "[options] -- PROG ARGS",
    "Records a program that foretrace-cc built, predicts data races and\n"
    "deadlocks from that one run, replays each certified one on the program\n"
    "itself and reports them in terms of the source.  The recording is kept\n"
    "as PROG.foretrace-N when there is something to replay in it.\n"
    "Exit status: 66 a race or deadlock certified that is not in the\n"
    "baseline nor suppressed, 68 undecided pairs remain (with --strict), 64 "
    "usage, 65 bad\n"
    "baseline, 69 the program cannot be recorded, 70 internal error, 71 it\n"
    "deadlocked while it was recorded; else that of the program, and its\n"
    "signal if one ended it.\n",
    "  make CC=foretrace-cc && foretrace run -- ./prog input\n"
    "  foretrace run --schedule random --seed 7 --format json -o races.json "
    "-- ./prog\n"
    "  foretrace run --suite ctest --consequences -- ctest -R queue\n"};

typedef struct request {
  ft_check_request check;
  ft_check_choices raw;
  ft_record_request record;
  unsigned times;
  double seconds; // of all replays; -1: not given
  int suite; // enum ft_suite_kind, -1: a program
  const char *database;
  bool once;      // no further recordings of an OpenMP program
  FT_STACK (char *) apart; // owned paths of such recordings that were kept
  char **options; // its words before '--'; owned, ends with NULL
} request;

enum { REPLAYS = 20 };

static void add_rows (ft_option_table *table, request *q) {
  const ft_option before[] = {
      {"directory", 'd', "DIR", &ft_option_text, &q->record.record.directory,
       "record into DIR and keep it (default\nPROG.foretrace-N, kept when "
       "something is certified)"},
      {"replays", 'n', "N", &ft_option_count, &q->times,
       "times that a race is replayed (default 20, 0: not\nat all)"},
      {"replay-budget", 0, "S", &ft_option_seconds, &q->seconds,
       "seconds for all replays (default 60, at most that\nof --budget; 0: no "
       "limit)"},
      {"suite", 0, "KIND", &ft_option_choice, &q->suite,
       "a recording of each test that the command lists:\nctest, with its "
       "options, or gtest, a program with\nGoogleTest; one report. openmp: of "
       "the program\nitself, with the iterations of its OpenMP loops on\nother "
       "threads each time",
       ft_suite_kinds},
      {"db", 0, "DATABASE", &ft_option_text, &q->database,
       "with --suite: adds the findings to it (default\nfindings.db with the "
       "recordings)"},
      {"once", 0, NULL, &ft_option_flag, &q->once,
       "no further recordings of an OpenMP program, in which\niterations that "
       "one thread executed are on several"},
      FT_OPTION_END};
  const ft_option after[] = {FT_OPTION_HELP (&q->raw.help), FT_OPTION_END};
  ft_option_table_add (table, before);
  ft_record_rows (table, &q->record);
  ft_check_search_rows (table, &q->check, &q->raw);
  ft_check_consequence_rows (table, &q->check);
  ft_check_report_rows (table, &q->check);
  ft_option_table_add (table, after);
  FT_PUSH (*table, (ft_option)FT_OPTION_END);
}

static bool parse (request *q, int argc, char **argv, int *code) {
  ft_option_table table = {0};
  ft_words words = {0};
  ft_subcommand lenient = command;
  lenient.optional = (size_t)argc;
  q->record.program = ft_subcommand_program (&argc, argv);
  add_rows (&table, q);
  bool fine = ft_subcommand_begin (&lenient, table.begin, &q->raw.help, argc,
                                   argv, &words, code) &&
              ft_record_request_check (&command, &q->record, &words, code) &&
              ft_check_request_finish (&q->check, &q->raw, NULL, code);
  if (q->seconds < 0)
    q->seconds = ft_check_program_seconds (&q->check);
  FT_RELEASE (words);
  FT_RELEASE (table);
  return fine;
}

// ---- replaying certified findings ----

static void show_replaying (void *progress, size_t done, size_t total) {
  ft_progress_bar_show (progress, "replaying", (double)done / (double)total,
                        done, "replays", NULL);
}

static void confirm (void *context, const ft_trace *trace, ft_results *results,
                     ft_progress_bar *progress) {
  const request *q = context;
  ft_error error = FT_NO_ERROR;
  ft_replay_context replays;
  ft_replay_all_options rounds = {q->times, q->seconds, q->check.check.stop,
                                  show_replaying, progress};
  if (!q->times || results->certified + results->deadlocks_certified +
                           results->failures_certified ==
                       0)
    return;
  bool fine = ft_replay_context_init (&replays, trace->path, trace, 0, &error);
  if (fine) {
    fine = ft_replay_all (&rounds, &replays, results, &error);
    ft_replay_context_release (&replays);
  }
  ft_progress_bar_clear (progress);
  if (!fine)
    fprintf (stderr, "foretrace: warning: cannot replay: %s\n", error.message);
}

// ---- other assignments of iterations ----

static void reassign (void *context, const ft_trace *trace,
                      const ft_results *results, ft_iterations *x) {
  request *q = context;
  ft_error error = FT_NO_ERROR;
  ft_reassign how = {.program = q->record.program,
                     .options = q->options,
                     .directory = trace->path};
  if (q->once)
    return;
  if (!ft_reassign_perform (&how, x, trace, results, &error))
    fprintf (stderr, "foretrace: warning: cannot record again: %s\n",
             error.message);
  for (size_t i = 0; i < x->recordings.size; i++)
    if (*x->recordings.begin[i])
      FT_PUSH (q->apart, ft_strdup (x->recordings.begin[i]));
}

// Shows the reports of such recordings behind the first one's.
static void report_apart (request *q) {
  static char name[] = "report";
  bool shows = q->check.format == FT_CHECK_TEXT && !q->check.output &&
               !q->check.quiet;
  for (size_t i = 0; i < q->apart.size; i++) {
    char *words[] = {name, q->apart.begin[i], NULL};
    if (shows)
      printf ("\niterations on other threads, %s:\n", q->apart.begin[i]);
    fflush (stdout);
    if (shows)
      ft_cli_report (2, words);
    free (q->apart.begin[i]);
  }
  FT_RELEASE (q->apart);
}

// ---- the command ----

// The directory in messages: relative if it is below the current one.
static const char *shorten_path (const char *absolute, char here[PATH_MAX]) {
  size_t n = getcwd (here, PATH_MAX) ? strlen (here) : 0;
  return n > 1 && !strncmp (absolute, here, n) && absolute[n] == '/'
             ? absolute + n + 1
             : absolute;
}

// Why nothing of another process is replayed, and what there is instead.
static void say_not_replayed (const char *path) {
  ft_strbuf word = {0};
  ft_shell_word (&word, path);
  printf ("Not replayed: replays steer the first process of a program, and this "
          "is another one.\nWhere the program has an option not to fork, record "
          "it with that: races are replayed then.\nBy hand: the schedule of "
          "'foretrace explain %s R1' in gdb, with 'set\nfollow-fork-mode "
          "child', a breakpoint at each access, and 'set scheduler-locking on' "
          "there,\nwhich lets one thread run at a time.\n",
          ft_strbuf_text (&word));
  ft_strbuf_release (&word);
}

// Checks another process of the program, with threads of its own.  Its findings
// are not replayed, since a replay schedule is for the first process.
static int check_process (request *q, const char *path) {
  ft_check_session checking;
  int code;
  if (q->check.output || q->check.format != FT_CHECK_TEXT) {
    ft_strbuf word = {0};
    ft_shell_word (&word, path);
    fprintf (stderr,
             "foretrace: warning: another process had threads, too, and is not "
             "in this report: foretrace check %s\n",
             ft_strbuf_text (&word));
    ft_strbuf_release (&word);
    return FT_EXIT_OK;
  }
  printf ("\nprocess %s:\n", path);
  fflush (stdout);
  q->check.trace = path;
  if (ft_check_session_begin (&checking, &q->check, &code))
    code = ft_check_session_run (&checking);
  if (code == FT_EXIT_RACES && q->times && !q->check.quiet)
    say_not_replayed (path);
  return code;
}

static int check_processes (request *q, const char *directory, int code) {
  ft_directories all = {0};
  ft_directory_processes (directory, &all);
  for (size_t i = 0; i < all.size; i++) {
    int other = check_process (q, all.begin[i]);
    if (code == FT_EXIT_OK || other == FT_EXIT_RACES)
      code = other;
  }
  ft_directories_release (&all);
  return code;
}

static int check_and_report (request *q, ft_check_session *checking,
                             const ft_recording *recording) {
  char here[PATH_MAX];
  const char *directory = ft_strbuf_text (&recording->directory);
  // The check prints the warnings about the run.
  int written = FT_EXIT_OK;
  ft_record_convert (&q->record, directory, true, &written);
  q->check.trace = shorten_path (directory, here);
  checking->confirm = confirm;
  checking->reassign = reassign;
  checking->context = q;
  checking->keep = directory;
  int code = ft_check_session_run (checking);
  report_apart (q);
  code = check_processes (q, q->check.trace, code);
  bool decided = code == FT_EXIT_OK || code == FT_EXIT_RACES ||
                 code == FT_EXIT_UNDECIDED;
  if (decided && ft_run_deadlocked (directory))
    code = FT_EXIT_DEADLOCK;
  bool keep = q->record.record.directory || code != FT_EXIT_OK;
  if (!keep)
    ft_directory_remove (directory);
  return code == FT_EXIT_OK ? written : code;
}

static int run_suite (const request *q) {
  bool json = q->check.format == FT_CHECK_JSON;
  if (!json && q->check.format != FT_CHECK_TEXT)
    return ft_subcommand_misused (
        &command, "--suite: expected the format text or json; 'foretrace db "
                  "export' writes SARIF");
  ft_suite_request suite = {.kind = (enum ft_suite_kind)q->suite,
                            .command = q->record.program,
                            .options = q->options,
                            .directory = q->record.record.directory,
                            .database = q->database,
                            .output = q->check.output,
                            .json = json};
  return ft_run_suite (&suite);
}

// The number of words before '--'.
static int count_before (int argc, char **argv) {
  int n = 0;
  while (n < argc && strcmp (argv[n], "--"))
    n++;
  return n;
}

static int run (request *q) {
  ft_check_session checking;
  ft_recording recording;
  int code;
  if (!ft_check_session_begin (&checking, &q->check, &code))
    return code;
  q->record.record.insistent = true;
  if (!ft_record_perform (&q->record, q->check.quiet, &recording, &code)) {
    ft_check_session_abandon (&checking);
    return code;
  }
  if (recording.ended.interrupted)
    raise (recording.ended.interrupted); // caught by the check session
  code = check_and_report (q, &checking, &recording);
  ft_target_exit ended = recording.ended;
  ft_recording_release (&recording);
  return code == FT_EXIT_OK ? ft_record_pass_on (&ended) : code;
}

int ft_cli_run (int argc, char **argv) {
  request q = {.check = {.check = FT_CHECK_DEFAULTS},
               .raw = FT_CHECK_CHOICES,
               .times = REPLAYS,
               .seconds = -1,
               .suite = -1};
  int code;
  if (!parse (&q, argc, argv, &code))
    return code;
  if (q.suite < 0 && q.database)
    return ft_subcommand_misused (
        &command, "--db goes with --suite; 'foretrace db add' takes what 'run' "
                  "has recorded");
  q.options = ft_suite_options (count_before (argc, argv), argv);
  code = q.suite >= 0 ? run_suite (&q) : run (&q);
  free (q.options);
  return code;
}
