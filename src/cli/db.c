// 'foretrace db': findings of many runs and machines in one file.

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/output.h"
#include "base/utf8.h"
#include "cli/db_print.h"
#include "cli/db_verify.h"
#include "cli/explore_findings.h"
#include "cli/saved_results.h"
#include "cli/subcommand.h"
#include "db/database.h"
#include "db/export.h"
#include "db/owners.h"
#include "db/page.h"
#include "report/row.h"

static const ft_subcommand command = {
    "db", "VERB DATABASE [ARGUMENTS] [options]",
    "Keeps the certified findings of many runs and machines in one file, and\n"
    "says which are new, known, fixed, or back.  VERB is\n"
    "  add DATABASE RESULTS...      add results: recorded runs that 'run' has\n"
    "                               checked, directories of 'explore', or what\n"
    "                               --format json of 'run' and 'check' wrote\n"
    "  list DATABASE                the findings, worst and most recent first\n"
    "  show DATABASE FINGERPRINT    one finding, its reports and its history\n"
    "  set DATABASE FINGERPRINT...  with --state: what a person says of it\n"
    "  trend DATABASE               counts by day; --html writes a page\n"
    "  merge DATABASE OTHER...      add what other databases have\n"
    "  baseline DATABASE            fingerprints for 'check --baseline'\n"
    "  owners DATABASE DIRECTORY    who owns the lines of the open findings, by\n"
    "                               CODEOWNERS and git blame of the sources\n"
    "  export DATABASE              open findings as SARIF\n"
    "  verify DATABASE [FINGERPRINT...] -- PROG ARGS\n"
    "                               replays open findings on a new build, records\n"
    "                               it, and says which are there, gone, or unknown\n"
    "  bisect DATABASE FINGERPRINT -- PROG ARGS\n"
    "                               prints the commands that find its commit\n"
    "Results are added once, however often they are named, and all of a "
    "command "
    "or\n"
    "none; several processes may add at once.  Of a fingerprint, four digits "
    "or\n"
    "more are enough.\n"
    "Exit status: 0 done, 66 'add' found findings that are new or returned, or\n"
    "'verify' some that are there, 68 'verify' some that are unknown, 64\n"
    "usage or no such finding, 65 bad results or database, 69 environment\n"
    "unusable (such as a full disk: nothing was added), 70 internal error.\n",
    "  foretrace db add races.db nightly/*.json --build v1.2\n"
    "  foretrace db list races.db --since 7 --state new,returned\n"
    "  foretrace db set races.db 3fa9 --state fixed --reason 'lock taken'\n"
    "  foretrace db verify races.db --state fixed -- ./prog input\n",
    2};

typedef struct request {
  ft_report_origin origin;
  ft_choices states;
  const char *reason, *who, *output;
  double since; // days; negative: all
  int format;
  unsigned runs;
  char **program; // behind --, NULL: none
  bool all, alone, html, crash_state, help;
} request;

// Those of other reports come first.
static const char *const formats[] = {"text", "json", "sarif", NULL};
enum { SARIF = 2 };

static bool parse (request *q, int argc, char **argv, ft_words *words,
                   int *code) {
  const ft_option table[] = {
      {"build", 0, "ID", &ft_option_text, &q->origin.build,
       "with add, verify: the build that ran"},
      {"commit", 0, "ID", &ft_option_text, &q->origin.commit,
       "with add: its commit"},
      {"host", 0, "NAME", &ft_option_text, &q->origin.host,
       "with add: the machine (default: this one)"},
      {"label", 0, "TEXT", &ft_option_text, &q->origin.label,
       "with add: anything else, such as a seed"},
      {"since", 0, "DAYS", &ft_option_days, &q->since,
       "with list: seen in the last so many days"},
      {"state", 0, "STATES", &ft_option_choices, &q->states,
       "with list: only these; with set: the state,\nknown, fixed or "
       "suppressed; with verify: fixed, for\nwhat is gone",
       ft_finding_states},
      {"all", 0, NULL, &ft_option_flag, &q->all,
       "with list: each pair of a bug; else one line a bug"},
      {"alone", 0, NULL, &ft_option_flag, &q->alone,
       "with set: these pairs, not the others of their bugs"},
      {"reason", 0, "TEXT", &ft_option_text, &q->reason, "with set: why"},
      {"who", 0, "NAME", &ft_option_text, &q->who,
       "with set: who says so (default: $USER)"},
      {"html", 0, NULL, &ft_option_flag, &q->html,
       "with trend: a page, which needs no network"},
      {"crash-state", 0, NULL, &ft_option_flag, &q->crash_state,
       "with show: its kind and three functions of each access"},
      {"runs", 0, "K", &ft_option_count, &q->runs,
       "with verify: most recordings (default 3)"},
      {"format", 'f', "FORMAT", &ft_option_choice, &q->format,
       "text (default) or json; with export: sarif", formats},
      FT_ROW_OUTPUT (&q->output),
      FT_OPTION_HELP (&q->help),
      FT_OPTION_END,
  };
  ft_subcommand any = command;
  any.optional = (size_t)argc;
  return ft_subcommand_begin (&any, table, &q->help, argc, argv, words, code);
}

static void write_json (FILE *file, const json_t *value) {
  json_dumpf (value, file, JSON_INDENT (1) | JSON_ENSURE_ASCII);
  fputc ('\n', file);
}

// ---- add, merge
// ------------------------------------------------------------------

static bool is_directory (const char *path) {
  struct stat status;
  return !stat (path, &status) && S_ISDIR (status.st_mode);
}

// The sum over all results of a command.
typedef struct addition {
  ft_additions *batch;
  const ft_report_origin *origin;
  ft_database_added sum;
  uint64_t reports, repeated;
} addition;

static bool add_file (addition *a, const char *path, ft_error *error) {
  ft_database_added one;
  bool fine = ft_additions_add (a->batch, path, a->origin, &one, error);
  if (!fine)
    return false;
  a->sum.added += one.added;
  a->sum.known += one.known;
  a->sum.returned += one.returned;
  a->repeated += one.repeated;
  a->reports += !one.repeated;
  return true;
}

// A report of each run that has findings.
static bool add_exploration (addition *a, const char *path, ft_error *error) {
  ft_explore_findings list = {0};
  bool fine = ft_explore_findings_list (&list, path, error);
  for (size_t i = 0; fine && i < list.size; i++)
    fine = add_file (a, list.begin[i], error);
  ft_explore_findings_release (&list);
  return fine;
}

static bool add_path (addition *a, const char *path, ft_error *error) {
  ft_strbuf results = {0};
  if (!is_directory (path))
    return add_file (a, path, error);
  if (ft_explore_findings_are_in (path))
    return add_exploration (a, path, error);
  bool fine = ft_saved_results_path (path, &results, error) &&
              add_file (a, ft_strbuf_text (&results), error);
  ft_strbuf_release (&results);
  return fine;
}

// Adds all results or none.
static bool add_all (ft_database *d, addition *a, const ft_words *words,
                     ft_error *error) {
  bool fine = ft_database_begin (d, error);
  if (!fine)
    return false;
  a->batch = ft_additions_new (d);
  for (size_t i = 2; fine && i < words->size; i++)
    fine = add_path (a, words->begin[i], error);
  fine = fine && ft_additions_write (a->batch, error);
  ft_additions_free (a->batch);
  return ft_database_end (d, fine, error);
}

static int add (ft_database *d, const request *q, const ft_words *words,
                FILE *file, ft_error *error) {
  addition a = {.origin = &q->origin};
  const ft_database_added *sum = &a.sum;
  if (!add_all (d, &a, words, error))
    return error->code;
  if (q->format == FT_FORMAT_JSON) {
    json_t *value =
        json_pack ("{s:I, s:I, s:I, s:I, s:I}", "reports",
                   (json_int_t)a.reports, "repeated", (json_int_t)a.repeated,
                   "new", (json_int_t)sum->added, "known",
                   (json_int_t)sum->known, "returned",
                   (json_int_t)sum->returned);
    write_json (file, value);
    json_decref (value);
  } else
    fprintf (file,
             "%llu report%s added, %llu there already: %llu new, %llu known, "
             "%llu returned\n",
             (unsigned long long)a.reports, a.reports == 1 ? "" : "s",
             (unsigned long long)a.repeated, (unsigned long long)sum->added,
             (unsigned long long)sum->known,
             (unsigned long long)sum->returned);
  return sum->added || sum->returned ? FT_EXIT_RACES : FT_EXIT_OK;
}

static int merge (ft_database *d, const request *q, const ft_words *words,
                  FILE *file, ft_error *error) {
  (void)q;
  for (size_t i = 2; i < words->size; i++) {
    uint64_t reports = 0;
    if (!ft_database_merge (d, words->begin[i], &reports, error))
      return error->code;
    fprintf (file, "%s: %llu report%s added\n", words->begin[i],
             (unsigned long long)reports, reports == 1 ? "" : "s");
  }
  return FT_EXIT_OK;
}

// ---- list, show, set, baseline
// -----------------------------------------------------

static unsigned states_of (const request *q) {
  unsigned states = 0;
  for (size_t i = 0; i < q->states.count; i++)
    states |= 1u << q->states.index[i];
  return states;
}

static const char *text_of (const json_t *value, const char *name) {
  const char *text = json_string_value (json_object_get (value, name));
  return text ? text : "";
}

static int list (ft_database *d, const request *q, const ft_words *words,
                 FILE *file, ft_error *error) {
  (void)words;
  int64_t since =
      q->since < 0 ? 0
                   : (int64_t)time (NULL) - (int64_t)llround (q->since * 86400);
  json_t *findings = ft_database_list (d, since, states_of (q), error);
  if (!findings)
    return error->code;
  if (q->format == FT_FORMAT_JSON)
    write_json (file, findings);
  else
    ft_db_print_list (file, findings, q->all);
  json_decref (findings);
  return FT_EXIT_OK;
}

static int show (ft_database *d, const request *q, const ft_words *words,
                 FILE *file, ft_error *error) {
  for (size_t i = 2; i < words->size; i++) {
    json_t *finding = ft_database_show (d, words->begin[i], error);
    if (!finding)
      return error->code;
    if (q->crash_state)
      ft_db_crash_state (file, finding);
    else if (q->format == FT_FORMAT_JSON)
      write_json (file, finding);
    else
      ft_db_print_finding (file, finding);
    json_decref (finding);
  }
  return FT_EXIT_OK;
}

static bool is_utf8 (const char *text) {
  while (text && *text) {
    size_t length = ft_utf8_length (text);
    if (!length)
      return false;
    text += length;
  }
  return true;
}

static int set (ft_database *d, const request *q, const ft_words *words,
                FILE *file, ft_error *error) {
  const char *who = q->who ? q->who : getenv ("USER");
  (void)file;
  if (!is_utf8 (q->reason) || !is_utf8 (q->who)) {
    ft_error_set (error, FT_EXIT_USAGE,
                  "db set: --reason and --who: expected UTF-8");
    return error->code;
  }
  for (size_t i = 2; i < words->size; i++)
    if (!ft_database_set (d, words->begin[i], q->states.index[0], q->reason,
                          who, q->alone, error))
      return error->code;
  return FT_EXIT_OK;
}

// What is known already: all but what is said to be fixed.
static int baseline (ft_database *d, const request *q, const ft_words *words,
                     FILE *file, ft_error *error) {
  (void)q;
  (void)words;
  json_t *findings = ft_database_list (d, 0, 0, error);
  if (!findings)
    return error->code;
  fputs ("# Findings of foretrace, for 'check --baseline'.\n", file);
  for (size_t i = 0; i < json_array_size (findings); i++) {
    const json_t *finding = json_array_get (findings, i);
    if (!strcmp (text_of (finding, "state"), "fixed"))
      continue;
    ft_strbuf line = {0};
    ft_strbuf_add (&line, "%s  ", text_of (finding, "fingerprint"));
    ft_row_name (&line, text_of (finding, "title"));
    ft_row_end (file, &line);
    ft_strbuf_release (&line);
  }
  json_decref (findings);
  return FT_EXIT_OK;
}

// ---- trend
// -------------------------------------------------------------------------

static int trend (ft_database *d, const request *q, const ft_words *words,
                  FILE *file, ft_error *error) {
  (void)words;
  json_t *days = ft_database_trend (d, error);
  json_t *findings = days ? ft_database_list (d, 0, 0, error) : NULL;
  if (q->html && findings)
    ft_db_page (file, d->path, days, findings);
  else if (q->format == FT_FORMAT_JSON && findings)
    write_json (file, days);
  else if (findings)
    ft_db_print_days (file, days);
  json_decref (days);
  json_decref (findings);
  return error->code;
}

// ---- export, verify, bisect
// -------------------------------------------------------------------------

static int export (ft_database *d, const request *q, const ft_words *words,
                   FILE *file, ft_error *error) {
  (void)q;
  (void)words;
  json_t *findings = ft_database_open_findings (d, error);
  json_t *log = findings ? ft_db_sarif (findings) : NULL;
  if (log)
    write_json (file, log);
  json_decref (log);
  json_decref (findings);
  return error->code;
}

static int owners (ft_database *d, const request *q, const ft_words *words,
                   FILE *file, ft_error *error) {
  ft_owners *o = ft_owners_new (words->begin[2], error);
  uint64_t findings, owned;
  (void)q;
  if (!o)
    return error->code;
  if (ft_owners_assign (d, o, &findings, &owned, error))
    fprintf (file, "%llu of %llu findings have an owner%s\n",
             (unsigned long long)owned, (unsigned long long)findings,
             findings && !owned ? " there: neither CODEOWNERS nor 'git blame' "
                                  "knows their files"
                                : "");
  ft_owners_free (o);
  return error->code;
}

static int verify (ft_database *d, const request *q, const ft_words *words,
                   FILE *file, ft_error *error) {
  ft_db_verify_request asked = {.program = q->program,
                             .build = q->origin.build,
                             .runs = q->runs,
                             .fix = q->states.count,
                             .words = words,
                             .who = q->who ? q->who : "foretrace db verify"};
  return ft_db_verify (d, &asked, file, error);
}

static int bisect (ft_database *d, const request *q, const ft_words *words,
                   FILE *file, ft_error *error) {
  return ft_db_bisect (d, words, q->program, file, error);
}

// ---- verbs
// -------------------------------------------------------------------------

static const struct verb {
  const char *name;
  int (*run) (ft_database *, const request *, const ft_words *, FILE *,
              ft_error *);
  enum ft_database_use use;
  enum { NOTHING, SOMETHING, ANYTHING } arguments; // behind the database
  bool runs;                                       // a program
} verbs[] = {
    {"add", add, FT_DATABASE_MAKES, SOMETHING, false},
    {"list", list, FT_DATABASE_READS, NOTHING, false},
    {"show", show, FT_DATABASE_READS, SOMETHING, false},
    {"set", set, FT_DATABASE_WRITES, SOMETHING, false},
    {"trend", trend, FT_DATABASE_READS, NOTHING, false},
    {"merge", merge, FT_DATABASE_MAKES, SOMETHING, false},
    {"baseline", baseline, FT_DATABASE_READS, NOTHING, false},
    {"owners", owners, FT_DATABASE_WRITES, SOMETHING, false},
    {"export", export, FT_DATABASE_READS, NOTHING, false},
    {"verify", verify, FT_DATABASE_WRITES, ANYTHING, true},
    {"bisect", bisect, FT_DATABASE_READS, SOMETHING, true},
};

static const struct verb *verb_of (const char *name) {
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
    if (!strcmp (name, verbs[i].name))
      return verbs + i;
  return NULL;
}

// What is wrong with the words, or NULL.
static const char *misuse (const request *q, const struct verb *verb,
                           const ft_words *words) {
  if (!verb)
    return "expected add, list, show, set, trend, merge, baseline, "
           "owners, export, verify or bisect";
  if (verb->arguments == SOMETHING && words->size < 3)
    return "expected something to work on behind the database";
  if (verb->arguments == NOTHING && words->size > 2)
    return "expected nothing behind the database";
  if (verb->runs != (q->program && *q->program))
    return verb->runs ? "expected '-- PROG ARGS', the program that has the race"
                      : "expected no program behind '--'";
  if (verb->run == owners && words->size > 3)
    return "owners: expected one directory";
  if (verb->run == bisect && words->size > 3)
    return "bisect: expected one fingerprint";
  if (verb->run == verify && q->states.count &&
      (q->states.count > 1 ||
       strcmp (ft_finding_states[q->states.index[0]], "fixed")))
    return "verify: expected no --state but fixed";
  if (q->format == SARIF && verb->run != export)
    return "--format: expected sarif with export alone";
  if (!q->runs)
    return "--runs: expected at least one recording";
  if (verb->run != set)
    return NULL;
  if (q->states.count != 1)
    return "set: expected --state with one state";
  const char *state = ft_finding_states[q->states.index[0]];
  return !strcmp (state, "new") || !strcmp (state, "returned")
             ? "set: 'new' and 'returned' follow from the reports; expected "
               "known, fixed or suppressed"
             : NULL;
}

static int run (const struct verb *verb, const request *q,
                const ft_words *words) {
  ft_error error = FT_NO_ERROR;
  ft_database d;
  ft_output out;
  if (!ft_output_open (&out, q->output, &error))
    return ft_subcommand_fail (&error);
  if (!ft_database_open (&d, words->begin[1], verb->use, &error)) {
    ft_output_abandon (&out);
    return ft_subcommand_fail (&error);
  }
  int code = verb->run (&d, q, words, out.file, &error);
  ft_database_close (&d);
  if (error.code)
    ft_output_abandon (&out);
  if (error.code || !ft_output_commit (&out, &error))
    return ft_subcommand_fail (&error);
  return code;
}

int ft_cli_db (int argc, char **argv) {
  char host[256] = "";
  gethostname (host, sizeof host - 1);
  request q = {.origin = {.host = host}, .since = -1, .runs = 3};
  ft_words words = {0};
  int code;
  q.program = ft_subcommand_program (&argc, argv);
  if (!parse (&q, argc, argv, &words, &code))
    return code;
  const struct verb *verb = verb_of (words.begin[0]);
  const char *wrong = misuse (&q, verb, &words);
  code =
      wrong ? ft_subcommand_misused (&command, wrong) : run (verb, &q, &words);
  FT_RELEASE (words);
  return code;
}
