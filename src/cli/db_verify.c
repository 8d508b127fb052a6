#include "cli/db_verify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/shell.h"
#include "base/system_header.h"
#include "cli/run_again.h"
#include "cli/saved_results.h"
#include "explore/executed_locations.h"
#include "record/directory.h"
#include "record/program.h"
#include "replay/route_replay.h"
#include "report/excerpt.h"
#include "report/row.h"

// An access of a finding as the report has it; all borrowed, NULL: unknown.
typedef struct access_place {
  const char *function, *file;
  const char *text; // of its line, which may be another one in this build
  unsigned line, column;
  // In the current recording: a thread that executed it, counted from 1, and whether
  // others did, too.
  uint32_t thread;
  bool several;
  // The lines of this build that may be it: alike lines of one function; those executed.
  unsigned first, other; // the first one, and another one; 0: none
  bool first_executed, other_executed, many;
} access_place;

typedef struct subject {
  const char *fingerprint, *title; // borrowed
  const char *what; // "race", "deadlock", or "failure", of which the accesses are the
                    // first two whose order decides
  access_place accesses[2];
  const json_t *route; // borrowed; NULL: the finding has none
  size_t blocked;      // of a deadlock the number of its acquires, else 0
  enum ft_failure_kind failure; // FT_FAILURE_NONE: a race or a deadlock
  ft_route_replayed replayed; // along it, on this build
  bool is_of_build;           // a report of this very build has it
  unsigned certified, confirmed, undecided, executed;
} subject;

typedef struct study {
  const ft_db_verify_request *asked;
  FT_STACK (subject) subjects;
  unsigned recorded, cut; // recordings, and those that were not decided
} study;

static const char *text_of (const json_t *value, const char *name) {
  return json_string_value (json_object_get (value, name));
}

static const char *base_of (const char *path) {
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

// ---- the findings ----------------------------------------------------------

static bool is_asked (const study *s, const json_t *finding) {
  const ft_words *words = s->asked->words;
  const char *fingerprint = text_of (finding, "fingerprint");
  for (size_t i = 2; i < words->size; i++)
    if (!strncmp (fingerprint, words->begin[i], strlen (words->begin[i])))
      return true;
  const json_t *pair = ft_finding_accesses (finding);
  const char *module = text_of (json_array_get (pair, 0), "module");
  if (!module)
    module = text_of (json_object_get (finding, "document"), "module");
  return words->size == 2 &&
         (!module ||
          !strcmp (base_of (module), base_of (s->asked->program[0])));
}

static unsigned number_of (const json_t *value, const char *name) {
  json_int_t n = json_integer_value (json_object_get (value, name));
  return n > 0 && n <= UINT32_MAX ? (unsigned)n : 0;
}

static access_place place_of (const json_t *access) {
  return (access_place){.function = text_of (access, "function"),
                        .file = text_of (access, "file"),
                        .text = text_of (access, "text"),
                        .line = number_of (access, "line"),
                        .column = number_of (access, "column")};
}

static enum ft_failure_kind failure_named (const char *name) {
  for (int k = 0; name && k < FT_FAILURE_COUNT; k++)
    if (!strcmp (ft_failure_name ((enum ft_failure_kind)k), name))
      return (enum ft_failure_kind)k;
  return FT_FAILURE_NONE;
}

static void collect (study *s, const json_t *list) {
  for (size_t i = 0; i < json_array_size (list); i++) {
    const json_t *finding = json_array_get (list, i);
    const json_t *pair = ft_finding_accesses (finding);
    if (!is_asked (s, finding))
      continue;
    subject x = {.fingerprint = text_of (finding, "fingerprint"),
                 .title = text_of (finding, "title"),
                 .what = ft_finding_is_failure (finding) ? "failure"
                         : !strcmp (text_of (finding, "kind"), "deadlock")
                             ? "deadlock"
                             : "race"};
    const json_t *document = json_object_get (finding, "document");
    x.route = json_object_get (document, "route");
    x.blocked = json_array_size (json_object_get (document, "blocked"));
    if (ft_finding_is_failure (finding))
      x.failure = failure_named (text_of (document, "kind"));
    for (size_t k = 0; k < 2; k++)
      x.accesses[k] = place_of (json_array_get (pair, k));
    FT_PUSH (s->subjects, x);
  }
}

// ---- replays ---------------------------------------------------------------

enum { REPLAYS = 3 }; // of each finding

// A problem is no error of the command: the recordings decide then.
static void replay (subject *x, const char *directory) {
  ft_error error = FT_NO_ERROR;
  ft_route route;
  if (!ft_route_read (&route, x->route, x->blocked, x->failure))
    return;
  if (!ft_route_replay (&route, directory, REPLAYS, &x->replayed, &error) &&
      !x->replayed.why.size)
    ft_strbuf_add (&x->replayed.why, "%s", error.message);
  ft_route_release (&route);
}

// Replays all findings along the routes that the database has of them; the recording has the
// threads of the new build.
static void replay_all (study *s, const char *directory) {
  for (size_t i = 0; i < s->subjects.size; i++)
    if (s->subjects.begin[i].route)
      replay (s->subjects.begin + i, directory);
}

// Whether nothing is left for recordings to decide.
static bool are_reached (const study *s) {
  for (size_t i = 0; i < s->subjects.size; i++)
    if (!s->subjects.begin[i].replayed.reached)
      return false;
  return true;
}

// ---- a recording -----------------------------------------------------------

static bool record (const study *s, unsigned round, const char *directory,
                    ft_error *error) {
  static char times[] = "-n", few[] = "3", policy[] = "--schedule",
              random[] = "random", by[] = "--seed";
  char seed[16];
  char *usual[] = {times, few, NULL};
  char *other[] = {times, few, policy, random, by, seed, NULL};
  ft_run_again again = {.options = round ? other : usual,
                        .program = s->asked->program,
                        .directory = directory};
  snprintf (seed, sizeof seed, "%u", round);
  return ft_run_again_perform (&again, error);
}

static void compare_text (void *context, unsigned line, const char *text) {
  (void)line;
  access_place *place = context;
  if (place->text && !strcmp (place->text, text + strspn (text, " \t")))
    place->text = NULL;
}

// Whether an executed line is that of the access.  Lines move from build to build, but keep
// their text; without a text the line has to be at the same place.
static bool is_there (const access_place *place, const ft_executed_line *line) {
  access_place left = *place;
  if (!place->function || strcmp (place->function, line->function))
    return false;
  if (!place->text)
    return place->file && place->line == line->line &&
           place->column == line->column &&
           !strcmp (base_of (place->file), base_of (line->file));
  ft_excerpt_read (line->file, line->line, 0, compare_text, &left);
  return !left.text;
}

// Of more than two alike lines nobody says which one it is.
static void note_line (access_place *p, const ft_executed_line *line) {
  if (!p->first || p->first == line->line)
    p->first = line->line;
  else if (!p->other || p->other == line->line)
    p->other = line->line;
  else
    p->many = true;
}

static void see_code (void *context, const ft_executed_line *line) {
  study *s = context;
  for (size_t i = 0; i < s->subjects.size; i++)
    for (int k = 0; k < 2; k++)
      if (is_there (s->subjects.begin[i].accesses + k, line))
        note_line (s->subjects.begin[i].accesses + k, line);
}

static void see_line (void *context, const ft_executed_line *line) {
  study *s = context;
  for (size_t i = 0; i < s->subjects.size; i++)
    for (int k = 0; k < 2; k++) {
      access_place *p = s->subjects.begin[i].accesses + k;
      if (!is_there (p, line))
        continue;
      p->first_executed |= line->line == p->first;
      p->other_executed |= line->line == p->other;
      if (p->several || p->thread == line->thread + 1)
        continue;
      p->several = p->thread != 0;
      p->thread = line->thread + 1;
    }
}

static void see (study *s, const json_t *finding) {
  const char *fingerprint = text_of (finding, "fingerprint");
  const char *verdict = text_of (finding, "verdict");
  const char *outcome =
      text_of (json_object_get (finding, "replay"), "outcome");
  for (size_t i = 0; fingerprint && verdict && i < s->subjects.size; i++) {
    subject *x = s->subjects.begin + i;
    if (strcmp (x->fingerprint, fingerprint))
      continue;
    x->certified += !strcmp (verdict, "certified");
    x->undecided += !strcmp (verdict, "undecided") ||
                    json_object_get (finding, "left_open") != NULL;
    x->confirmed += outcome && !strcmp (outcome, "confirmed");
  }
}

static bool is_whole (const access_place *p) {
  return !p->many && p->first_executed && (!p->other || p->other_executed);
}

// By two threads, one each, all lines that may be meant.
static bool are_executed (const access_place p[2]) {
  return is_whole (p) && is_whole (p + 1) && p[0].thread && p[1].thread &&
         (p[0].several || p[1].several || p[0].thread != p[1].thread);
}

static void see_all (study *s, const json_t *root) {
  const json_t *summary = json_object_get (root, "summary");
  const char *lists[] = {"races", "deadlocks", "failures"};
  for (int k = 0; k < 3; k++) {
    const json_t *list = json_object_get (root, lists[k]);
    for (size_t i = 0; i < json_array_size (list); i++)
      see (s, json_array_get (list, i));
  }
  s->cut += json_array_size (json_object_get (summary, "unfinished")) > 0;
  for (size_t i = 0; i < s->subjects.size; i++) {
    subject *x = s->subjects.begin + i;
    x->executed += are_executed (x->accesses);
    for (int k = 0; k < 2; k++) {
      access_place *p = x->accesses + k;
      p->thread = p->first = p->other = 0;
      p->several = p->many = p->first_executed = p->other_executed = false;
    }
  }
}

static bool read_recording (study *s, const char *directory, ft_error *error) {
  ft_strbuf path = {0};
  json_error_t json;
  ft_error none;
  bool fine = ft_saved_results_path (directory, &path, &none);
  if (!fine)
    ft_error_set (error, FT_EXIT_ENVIRONMENT,
                  "cannot record and check %s; 'foretrace run' says why",
                  s->asked->program[0]);
  json_t *root =
      fine ? json_load_file (ft_strbuf_text (&path), 0, &json) : NULL;
  if (fine && !root)
    ft_error_set (error, FT_EXIT_BAD_INPUT, "%s: %s", ft_strbuf_text (&path),
                  json.text);
  fine = root && ft_code_lines (directory, see_code, s, error) &&
         ft_executed_lines (directory, see_line, s, error);
  if (fine)
    see_all (s, root);
  json_decref (root);
  ft_strbuf_release (&path);
  return fine;
}

// All recordings, each in a temporary directory that is removed then; one, if replays reach
// all findings.
static bool record_all (study *s, ft_error *error) {
  const char *parent = getenv ("TMPDIR");
  ft_strbuf above = {0}, directory = {0};
  ft_strbuf_add (&above, "%s/foretrace-verify-XXXXXX",
                 parent && *parent ? parent : "/tmp");
  if (!mkdtemp (above.text)) {
    ft_error_set (error, FT_EXIT_ENVIRONMENT, "%s: %s", above.text,
                  strerror (errno));
    ft_strbuf_release (&above);
    return false;
  }
  bool fine = true;
  for (unsigned i = 0; fine && i < s->asked->runs && !(i && are_reached (s)); i++) {
    directory.size = 0;
    ft_strbuf_add (&directory, "%s/%u", above.text, i);
    fine = record (s, i, directory.text, error) &&
           read_recording (s, directory.text, error);
    if (fine && !i)
      replay_all (s, directory.text);
    ft_directory_remove (directory.text);
    s->recorded += fine;
  }
  rmdir (above.text);
  ft_strbuf_release (&above);
  ft_strbuf_release (&directory);
  return fine;
}

// ---- outcomes --------------------------------------------------------------

// "'hits--;' in show and 'hits++;' in get".
static void add_accesses (ft_strbuf *text, const subject *x) {
  for (int k = 0; k < 2; k++) {
    const access_place *p = x->accesses + k;
    ft_strbuf_add (text, "%s", k ? " and " : "");
    if (p->text)
      ft_strbuf_add (text, "'%s' in ", p->text);
    ft_strbuf_add (text, "%s", p->function ? p->function : "?");
    if (!p->text && p->file)
      ft_strbuf_add (text, " at %s:%u:%u", base_of (p->file), p->line,
                     p->column);
  }
}

static bool is_of_library (const access_place *p) {
  return p->file && ft_is_system_header (p->file);
}

// What recordings showed.
static const char *recorded_of (const study *s, const subject *x,
                                ft_strbuf *text) {
  if (x->certified) {
    ft_strbuf_add (text, "certified in %u of %u recordings%s", x->certified,
                   s->recorded, x->confirmed ? ", confirmed" : "");
    return "there";
  }
  if (x->undecided)
    ft_strbuf_add (text, "undecided in %u of %u recordings", x->undecided,
                   s->recorded);
  else if (s->cut)
    ft_strbuf_add (text, "%u of %u recordings were not decided", s->cut,
                   s->recorded);
  else if (!x->accesses[0].function)
    ft_strbuf_add (text, "%u recordings do not show it, and it is of no two lines "
                         "that they could have executed",
                   s->recorded);
  else if (x->executed < s->recorded) {
    ft_strbuf_add (text, "%u of %u recordings executed ", x->executed,
                   s->recorded);
    add_accesses (text, x);
  } else if (x->is_of_build)
    ft_strbuf_add (text, "%u recordings do not show it, but a report of this very build "
                         "does: it may need other arguments or inputs",
                   s->recorded);
  else if (is_of_library (x->accesses) || is_of_library (x->accesses + 1))
    ft_strbuf_add (text, "%u recordings do not show it, and its lines are those of a "
                         "library, which other calls execute, too",
                   s->recorded);
  else {
    ft_strbuf_add (text, "no %s in %u recordings that executed ",
                   x->what, s->recorded);
    add_accesses (text, x);
    return "gone";
  }
  return "unknown";
}

// A replay that reaches both accesses is enough.  One that leaves the route decides nothing,
// since another build may come to the race in another way.
static const char *outcome_of (const study *s, const subject *x,
                               ft_strbuf *text) {
  const ft_route_replayed *r = &x->replayed;
  if (r->reached) {
    ft_strbuf_add (text, "its schedule leads there on this build in %u of %u replays",
                   r->reached, r->runs);
    return "there";
  }
  const char *outcome = recorded_of (s, x, text);
  if (r->why.size)
    ft_strbuf_add (text, "; its schedule does not lead there: %s",
                   ft_strbuf_text (&r->why));
  return outcome;
}

static bool store (ft_database *d, const study *s, const subject *x,
                   const char *outcome, const char *text, ft_error *error) {
  const char *build =
      s->asked->build ? s->asked->build : s->asked->program[0];
  enum { FIXED = 2 };
  return ft_database_verified (d, x->fingerprint, build, outcome, text,
                               error) &&
         (!s->asked->fix || strcmp (outcome, "gone") ||
          ft_database_set (d, x->fingerprint, FIXED, text, s->asked->who,
                           true, error));
}

static int write_all (ft_database *d, const study *s, FILE *file,
                      ft_error *error) {
  int code = FT_EXIT_OK;
  for (size_t i = 0; i < s->subjects.size && !error->code; i++) {
    const subject *x = s->subjects.begin + i;
    ft_strbuf text = {0}, line = {0};
    const char *outcome = outcome_of (s, x, &text);
    ft_strbuf_add (&line, "%s  %-7s  ", x->fingerprint, outcome);
    ft_row_name (&line, x->title);
    ft_strbuf_add (&line, ": ");
    ft_row_name (&line, ft_strbuf_text (&text));
    ft_row_end (file, &line);
    if (store (d, s, x, outcome, ft_strbuf_text (&text), error) &&
        strcmp (outcome, "gone") && code != FT_EXIT_RACES)
      code = strcmp (outcome, "there") ? FT_EXIT_UNDECIDED : FT_EXIT_RACES;
    ft_strbuf_release (&text);
    ft_strbuf_release (&line);
  }
  if (FT_EMPTY (s->subjects))
    fprintf (file,
             "no open finding of %s; 'foretrace db list' prints those of all "
             "programs\n",
             base_of (s->asked->program[0]));
  return error->code ? (int)error->code : code;
}

static bool names_subject (const study *s, const char *word) {
  for (size_t i = 0; i < s->subjects.size; i++)
    if (!strncmp (s->subjects.begin[i].fingerprint, word, strlen (word)))
      return true;
  return false;
}

// A misspelt fingerprint or program must not look like a finding that is gone; nor must
// one of a build that has it.
static bool check_names (study *s, ft_database *d, ft_error *error) {
  const ft_words *words = s->asked->words;
  ft_program program;
  for (size_t i = 2; i < words->size; i++)
    if (!names_subject (s, words->begin[i])) {
      ft_error_set (error, FT_EXIT_USAGE,
                    "%s: has no finding '%s'; 'foretrace db list' prints "
                    "their fingerprints",
                    d->path, words->begin[i]);
      return false;
    }
  if (!ft_program_find (&program, s->asked->program[0], true, error))
    return false;
  for (size_t i = 0; program.build_id && i < s->subjects.size; i++)
    s->subjects.begin[i].is_of_build = ft_database_is_of_build (
        d, s->subjects.begin[i].fingerprint, program.build_id);
  ft_program_release (&program);
  return true;
}

int ft_db_verify (ft_database *d, const ft_db_verify_request *asked, FILE *file,
                  ft_error *error) {
  study s = {.asked = asked};
  // What is named may be fixed: 'git bisect' asks old commits for it.
  json_t *list = asked->words->size > 2 ? ft_database_all_findings (d, error)
                                        : ft_database_open_findings (d, error);
  if (!list)
    return error->code;
  collect (&s, list);
  bool fine = check_names (&s, d, error) &&
              (FT_EMPTY (s.subjects) || record_all (&s, error));
  int code = fine ? write_all (d, &s, file, error) : (int)error->code;
  for (size_t i = 0; i < s.subjects.size; i++)
    ft_route_replayed_release (&s.subjects.begin[i].replayed);
  FT_RELEASE (s.subjects);
  json_decref (list);
  return code;
}

// ---- bisect
// -------------------------------------------------------------------------

// What 'git bisect run' executes: 0 good, 1 bad, 125 not known.
static void add_script (ft_strbuf *script, const ft_words *words,
                        char **program) {
  ft_strbuf_add (script, "make || exit 125; foretrace db verify ");
  for (size_t i = 1; i < words->size; i++) {
    ft_shell_word (script, words->begin[i]);
    ft_strbuf_add (script, " ");
  }
  ft_strbuf_add (script, "--");
  for (; *program; program++) {
    ft_strbuf_add (script, " ");
    ft_shell_argument (script, *program);
  }
  ft_strbuf_add (script, "; case $? in 0) exit 0;; 66) exit 1;; esac; exit 125");
}

int ft_db_bisect (ft_database *d, const ft_words *words, char **program,
                  FILE *file, ft_error *error) {
  char *good, *bad;
  ft_strbuf script = {0}, line = {0};
  if (!ft_database_commits (d, words->begin[2], &good, &bad, error))
    return error->code;
  add_script (&script, words, program);
  ft_strbuf_add (&line, "git bisect start ");
  ft_shell_argument (&line, bad ? bad : "BAD");
  ft_strbuf_add (&line, " ");
  ft_shell_argument (&line, good ? good : "GOOD");
  ft_strbuf_add (&line, "\ngit bisect run sh -c ");
  ft_shell_argument (&line, ft_strbuf_text (&script));
  fprintf (file, "%s\n", ft_strbuf_text (&line));
  if (!good || !bad)
    fprintf (stderr, "foretrace: note: no report has that commit ('db add "
                     "--commit'): put it in for %s\n",
             good ? "BAD" : bad ? "GOOD" : "BAD and GOOD");
  ft_strbuf_release (&script);
  ft_strbuf_release (&line);
  free (good);
  free (bad);
  return FT_EXIT_OK;
}
