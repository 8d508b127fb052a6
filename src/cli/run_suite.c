#include "cli/run_suite.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/output.h"
#include "base/shell.h"
#include "cli/db_print.h"
#include "cli/run_again.h"
#include "cli/saved_results.h"
#include "cli/subcommand.h"
#include "db/database.h"
#include "record/directory.h"
#include "report/json_value.h"
#include "report/row.h"

// What became of a test.
typedef struct outcome {
  const ft_suite_test *test;
  ft_strbuf directory; // of its recording, "" if it is not kept
  bool recorded, checked;
  uint32_t status, signal;
  FT_STACK (char *) findings; // owned: fingerprints
} outcome;

typedef struct study {
  const ft_suite_request *asked;
  ft_suite suite;
  ft_strbuf directory, database;
  ft_database findings;
  FT_STACK (outcome) outcomes;
} study;

// ---- options ---------------------------------------------------------------

// 0: not one of the suite's; 1: with its value; 2: the value is the next word.
static int is_own (const char *word) {
  static const char *const names[] = {"--suite", "--db",     "--directory",
                                      "--witness-dir", "--output", "--format", "-d", "-o", "-f"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t n = strlen (names[i]);
    if (!strcmp (word, names[i]))
      return 2;
    if (!strncmp (word, names[i], n) && (n == 2 || word[n] == '='))
      return 1;
  }
  return 0;
}

char **ft_suite_options (int argc, char **argv) {
  FT_STACK (char *) kept = {0};
  for (int i = 1; i < argc; i++) {
    int own = is_own (argv[i]);
    if (own)
      i += own - 1;
    else
      FT_PUSH (kept, argv[i]);
  }
  FT_PUSH (kept, NULL);
  return kept.begin;
}

// ---- a test ----------------------------------------------------------------

static void name_directory (const study *s, outcome *o) {
  ft_strbuf_add (&o->directory, "%s/%03zu-", ft_strbuf_text (&s->directory),
                 s->outcomes.size + 1);
  for (const char *c = o->test->name; *c; c++) {
    bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                 (*c >= '0' && *c <= '9') || strchr ("._-", *c);
    ft_strbuf_add (&o->directory, "%c", plain ? *c : '_');
  }
}

static void list_findings (outcome *o, const char *results) {
  json_t *root = json_load_file (results, 0, NULL);
  const char *lists[] = {"races", "deadlocks", "failures"};
  for (int k = 0; k < 3; k++) {
    const json_t *list = json_object_get (root, lists[k]);
    for (size_t i = 0; i < json_array_size (list); i++) {
      const json_t *one = json_array_get (list, i);
      const char *verdict = json_string_value (json_object_get (one, "verdict"));
      const char *fingerprint =
          json_string_value (json_object_get (one, "fingerprint"));
      if (verdict && fingerprint && !strcmp (verdict, "certified") &&
          !json_object_get (one, "suppressed"))
        FT_PUSH (o->findings, ft_strdup (fingerprint));
    }
  }
  json_decref (root);
}

static bool add_results (study *s, outcome *o, const char *results,
                         ft_error *error) {
  ft_report_origin origin = {.label = o->test->name};
  ft_database_added added;
  bool fine = ft_database_begin (&s->findings, error);
  ft_additions *batch = ft_additions_new (&s->findings);
  fine = fine && ft_additions_add (batch, results, &origin, &added, error) &&
         ft_additions_write (batch, error);
  ft_additions_free (batch);
  return ft_database_end (&s->findings, fine, error);
}

static bool look (study *s, outcome *o, ft_error *error) {
  struct ft_wire_control control;
  ft_strbuf results = {0};
  ft_error none;
  const char *directory = ft_strbuf_text (&o->directory);
  o->recorded = ft_directory_control (directory, &control);
  if (o->recorded) {
    o->status = control.status;
    o->signal = control.signal;
  }
  o->checked = o->recorded && ft_saved_results_path (directory, &results, &none);
  bool fine = true;
  if (o->checked) {
    list_findings (o, ft_strbuf_text (&results));
    fine = add_results (s, o, ft_strbuf_text (&results), error);
  }
  if (o->checked && FT_EMPTY (o->findings)) {
    ft_directory_remove (directory);
    o->directory.size = 0;
  }
  ft_strbuf_release (&results);
  return fine;
}

static bool run_test (study *s, const ft_suite_test *test, ft_error *error) {
  outcome o = {.test = test};
  name_directory (s, &o);
  ft_run_again again = {.options = s->asked->options,
                        .program = test->command.begin,
                        .directory = ft_strbuf_text (&o.directory),
                        .where = test->where,
                        .environment = test->environment.begin};
  bool fine = test->command.size < 2 || ft_run_again_perform (&again, error);
  fine = fine && look (s, &o, error);
  FT_PUSH (s->outcomes, o);
  return fine;
}

// ---- the report ------------------------------------------------------------

static void add_ending (ft_strbuf *line, const outcome *o) {
  if (o->test->command.size < 2)
    ft_strbuf_add (line, "not built");
  else if (!o->recorded)
    ft_strbuf_add (line, "not recorded");
  else if (o->signal)
    ft_strbuf_add (line, "SIG%s", sigabbrev_np ((int)o->signal)
                                      ? sigabbrev_np ((int)o->signal)
                                      : "?");
  else
    ft_strbuf_add (line, "exit %u", (unsigned)o->status);
  if (o->recorded && !o->checked)
    ft_strbuf_add (line, ", not checked");
}

static void write_test (FILE *file, const outcome *o) {
  ft_strbuf line = {0};
  add_ending (&line, o);
  while (line.size < 14)
    ft_strbuf_add (&line, " ");
  ft_strbuf_add (&line, "%3zu finding%s  ", o->findings.size,
                 o->findings.size == 1 ? " " : "s");
  ft_row_name (&line, o->test->name);
  if (o->findings.size) {
    ft_strbuf_add (&line, "   foretrace report ");
    ft_shell_word (&line, ft_strbuf_text (&o->directory));
  }
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

static bool has (const outcome *o, const char *fingerprint) {
  for (size_t i = 0; i < o->findings.size; i++)
    if (!strcmp (o->findings.begin[i], fingerprint))
      return true;
  return false;
}

// The tests that have a finding, as a list of names.
static json_t *tests_of (const study *s, const char *fingerprint) {
  json_t *names = json_array ();
  for (size_t i = 0; i < s->outcomes.size; i++)
    if (has (s->outcomes.begin + i, fingerprint))
      json_array_append_new (names,
                             ft_json_text (s->outcomes.begin[i].test->name));
  return names;
}

// The findings of this suite, worst first, each with its tests.
static json_t *list_all (study *s, ft_error *error) {
  json_t *all = ft_database_list (&s->findings, 0, 0, error);
  json_t *own = json_array ();
  for (size_t i = 0; i < json_array_size (all); i++) {
    json_t *one = json_array_get (all, i);
    json_t *tests = tests_of (
        s, json_string_value (json_object_get (one, "fingerprint")));
    if (json_array_size (tests))
      json_array_append_new (
          own, json_pack ("{s:O, s:O, s:O, s:O, s:O, s:O}", "fingerprint",
                          json_object_get (one, "fingerprint"), "title",
                          json_object_get (one, "title"), "class",
                          json_object_get (one, "class"), "state",
                          json_object_get (one, "state"), "leader",
                          json_object_get (one, "leader"), "tests", tests));
    json_decref (tests);
  }
  json_decref (all);
  ft_findings_group (own);
  return own;
}

// The word for n parts of a suite: tests, or ways of dealing out loops.
static const char *part_of (const study *s, size_t n) {
  bool is_way = s->asked->kind == FT_SUITE_OPENMP;
  return is_way ? n == 1 ? "way" : "ways" : n == 1 ? "test" : "tests";
}

static void write_finding (FILE *file, const study *s, const json_t *finding) {
  enum { MOST = 3 };
  long long pairs = json_integer_value (json_object_get (finding, "pairs"));
  if (!pairs) // it is one of another finding's
    return;
  ft_strbuf line = {0};
  const char *class = json_string_value (json_object_get (finding, "class"));
  const json_t *tests = json_object_get (finding, "tests");
  size_t n = json_array_size (tests);
  ft_strbuf_add (&line, "%s  %-10s  ",
                 json_string_value (json_object_get (finding, "fingerprint")),
                 json_string_value (json_object_get (finding, "state")));
  ft_row_name (&line, json_string_value (json_object_get (finding, "title")));
  ft_strbuf_add (&line, "%s%s%s; in %zu %s:", class ? " (" : "",
                 class ? class : "", class ? ")" : "", n, part_of (s, n));
  for (size_t i = 0; i < n && i < MOST; i++) {
    ft_strbuf_add (&line, "%s ", i ? "," : "");
    ft_row_name (&line, json_string_value (json_array_get (tests, i)));
  }
  ft_strbuf_add (&line, "%s", n > MOST ? ", …" : "");
  ft_db_add_pairs (&line, pairs - 1);
  ft_row_end (file, &line);
  ft_strbuf_release (&line);
}

static void write_text (FILE *file, const study *s, const json_t *findings) {
  size_t recorded = 0;
  for (size_t i = 0; i < s->outcomes.size; i++) {
    recorded += s->outcomes.begin[i].recorded;
    write_test (file, s->outcomes.begin + i);
  }
  fputc ('\n', file);
  for (size_t i = 0; i < json_array_size (findings); i++)
    write_finding (file, s, json_array_get (findings, i));
  ft_strbuf database = {0};
  ft_shell_word (&database, ft_strbuf_text (&s->database));
  fprintf (file,
           "%zu %s, %zu recorded, %zu finding%s: foretrace db list %s\n",
           s->outcomes.size, part_of (s, s->outcomes.size), recorded, json_array_size (findings),
           json_array_size (findings) == 1 ? "" : "s",
           ft_strbuf_text (&database));
  ft_strbuf_release (&database);
}

static void write_json (FILE *file, const study *s, json_t *findings) {
  json_t *tests = json_array ();
  for (size_t i = 0; i < s->outcomes.size; i++) {
    const outcome *o = s->outcomes.begin + i;
    json_array_append_new (
        tests,
        json_pack ("{s:o, s:b, s:b, s:i, s:i, s:I, s:o}", "name",
                   ft_json_text (o->test->name), "recorded", (int)o->recorded,
                   "checked", (int)o->checked, "status", (int)o->status,
                   "signal", (int)o->signal, "findings",
                   (json_int_t)o->findings.size, "recording",
                   ft_json_text (o->directory.size
                                     ? ft_strbuf_text (&o->directory)
                                     : NULL)));
  }
  ft_json_write (file, json_pack ("{s:s, s:o, s:o, s:o, s:O}", "schema",
                                  "foretrace-suite/1", "tool", ft_json_tool (),
                                  "database",
                                  ft_json_text (ft_strbuf_text (&s->database)),
                                  "tests", tests, "findings", findings));
  fputc ('\n', file);
}

// ---- the suite -------------------------------------------------------------

static bool make_directory (study *s, ft_error *error) {
  char here[4096] = "";
  const char *asked = s->asked->directory;
  int failed = -1;
  // Tests have directories of their own.
  if (!getcwd (here, sizeof here))
    *here = 0;
  for (unsigned n = 1; failed && n < 10000; n++) {
    s->directory.size = 0;
    if (asked)
      ft_strbuf_add (&s->directory, "%s%s%s", *asked == '/' ? "" : here,
                     *asked == '/' ? "" : "/", asked);
    else
      ft_strbuf_add (&s->directory, "%s/foretrace-suite-%u", here, n);
    failed = mkdir (ft_strbuf_text (&s->directory), 0777);
    if (failed && (asked || errno != EEXIST)) {
      ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: %s",
                    ft_strbuf_text (&s->directory), strerror (errno));
      return false;
    }
  }
  if (s->asked->database)
    ft_strbuf_add (&s->database, "%s", s->asked->database);
  else
    ft_strbuf_add (&s->database, "%s/findings.db",
                   ft_strbuf_text (&s->directory));
  return true;
}

static int code_of (const study *s) {
  bool found = false, failed = false, recorded = false;
  for (size_t i = 0; i < s->outcomes.size; i++) {
    const outcome *o = s->outcomes.begin + i;
    found |= o->findings.size > 0;
    failed |= o->recorded && (o->status || o->signal);
    recorded |= o->recorded;
  }
  return found ? FT_EXIT_RACES : failed ? 1 : recorded ? FT_EXIT_OK
                                                       : FT_EXIT_ENVIRONMENT;
}

static bool write_report (study *s, ft_error *error) {
  ft_output out;
  json_t *findings = list_all (s, error);
  bool fine = !error->code && ft_output_open (&out, s->asked->output, error);
  if (fine && s->asked->json)
    write_json (out.file, s, findings);
  else if (fine)
    write_text (out.file, s, findings);
  json_decref (findings);
  return fine && ft_output_commit (&out, error);
}

static bool run_all (study *s, ft_error *error) {
  if (!ft_database_open (&s->findings, ft_strbuf_text (&s->database), FT_DATABASE_MAKES,
                         error))
    return false;
  bool fine = true;
  for (size_t i = 0; fine && i < s->suite.size; i++)
    fine = run_test (s, s->suite.begin + i, error);
  fine = fine && write_report (s, error);
  ft_database_close (&s->findings);
  return fine;
}

static void release (study *s) {
  for (size_t i = 0; i < s->outcomes.size; i++) {
    outcome *o = s->outcomes.begin + i;
    for (size_t k = 0; k < o->findings.size; k++)
      free (o->findings.begin[k]);
    FT_RELEASE (o->findings);
    ft_strbuf_release (&o->directory);
  }
  FT_RELEASE (s->outcomes);
  ft_suite_release (&s->suite);
  ft_strbuf_release (&s->directory);
  ft_strbuf_release (&s->database);
}

int ft_run_suite (const ft_suite_request *asked) {
  ft_error error = FT_NO_ERROR;
  study s = {.asked = asked};
  bool fine = ft_suite_list (asked->kind, asked->command, &s.suite, &error) &&
              make_directory (&s, &error) && run_all (&s, &error);
  int code = fine ? code_of (&s) : ft_subcommand_fail (&error);
  release (&s);
  return code;
}
