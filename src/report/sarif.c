#include "report/sarif.h"

#include <stdlib.h>
#include <string.h>

#include "report/iterations.h"
#include "report/run_end.h"
#include "report/sarif_result.h"
#include "report/source_location.h"

// GitHub's limits, and a limit on the steps of all results, which keeps the
// file below 10 MB when packed.
enum {
  MOST_RESULTS = 25000,
  MOST_STEPS = 1000,
  LEAST_STEPS = 4,
  ALL_STEPS = 100000
};

size_t ft_sarif_steps (const ft_results *x) {
  size_t n = x->certified + x->deadlocks_certified + x->failures_certified;
  size_t steps = ALL_STEPS / (n ? n : 1);
  return steps < LEAST_STEPS  ? LEAST_STEPS
         : steps > MOST_STEPS ? MOST_STEPS
                              : steps;
}

static json_t *text_value (const char *text) {
  return json_pack ("{s:s}", "text", text);
}

static json_t *rule (const char *id, const char *name, const char *brief,
                     const char *full, const char *help, const char *tag) {
  return json_pack ("{s:s, s:s, s:o, s:o, s:o, s:{s:s}, s:{s:[s,s], s:s, s:s}}",
                    "id", id, "name", name, "shortDescription",
                    text_value (brief), "fullDescription", text_value (full),
                    "help", text_value (help), "defaultConfiguration", "level",
                    "error", "properties", "tags", "concurrency", tag,
                    "precision", "very-high", "problem.severity", "error");
}

static json_t *rules_value (void) {
  json_t *race = rule (
      "data-race", "DataRace", "Data race.",
      "Two threads access the same memory at once, at least one of them to "
      "write it, and nothing orders the two accesses.",
      "The code flow is a schedule of the recorded events, accepted by an "
      "independent checker, after which both accesses are next. Guard both "
      "with one lock, or make them atomic.",
      "external/cwe/cwe-362");
  json_t *deadlock = rule (
      "deadlock", "LockCycle", "Deadlock.",
      "Threads wait for each other's locks in a cycle.",
      "The code flow is a schedule of the recorded events, accepted by an "
      "independent checker, after which each thread waits for a lock that the "
      "next one holds. Take the locks in one order everywhere.",
      "external/cwe/cwe-833");
  json_t *crash = rule (
      "crash", "CrashOfRun", "Crash of the recorded run.",
      "A thread ended the recorded run by a fault or by abort, as a failed "
      "assertion does.",
      "The location is that of the thread's last record; the instruction that "
      "failed is there or behind it. Races in the functions of the stack may be "
      "the cause.",
      "reliability");
  json_t *use = rule (
      "use-after-free", "UseAfterFree", "Use after free by another thread.",
      "One thread accesses memory that another one frees, and nothing orders "
      "the access and the free.",
      "The code flow is a schedule of the recorded events, accepted by an "
      "independent checker, after which both are next. Free the memory only "
      "when no other thread can have its address any more: count references, "
      "or join the thread.",
      "external/cwe/cwe-416");
  json_t *twice = rule (
      "double-free", "DoubleFree", "Double free by two threads.",
      "Two threads free the same memory, and nothing orders the two.",
      "The code flow is a schedule of the recorded events, accepted by an "
      "independent checker, after which both are next. Let one thread own the "
      "memory.",
      "external/cwe/cwe-415");
  json_t *failure = rule (
      "failure", "FailureInOtherOrder", "Failure in another order.",
      "In an order that the recorded run did not have, an assertion fails, the "
      "program aborts, or a thread uses memory that was freed.",
      "The code flow is a schedule of the program's own steps, accepted by an "
      "independent checker, after which the failing step is next. The message "
      "names the accesses whose order decides.",
      "external/cwe/cwe-662");
  json_t *lanes = rule (
      "lane-race", "RaceOfLanes", "Race of lanes.",
      "Iterations of a simd loop depend on each other, nearer than the loop's "
      "safelen allows.",
      "The iterations are those of the recording; the lanes of one thread may "
      "execute them at once. Add safelen, ordered simd, or a reduction.",
      "external/cwe/cwe-362");
  return json_pack ("[o, o, o, o, o, o, o]", race, deadlock, crash, use, twice,
                    failure, lanes);
}

static json_t *tool_value (void) {
  return json_pack ("{s:{s:s, s:s, s:s, s:s, s:o}}", "driver", "name",
                    "foretrace", "fullName", "foretrace " FT_VERSION, "version",
                    FT_VERSION, "semanticVersion", FT_VERSION, "rules",
                    rules_value ());
}

// ---- results ---------------------------------------------------------------

static bool is_shown (const ft_finding *f, bool verbose) {
  return f->verdict == FT_CERTIFIED || (verbose && f->verdict == FT_UNDECIDED);
}

// Writes the results, the deadlock or crash that the run ended in first, and races of
// lanes, which are few, one for each pair of lines; returns
// the number of those beyond the limit.
static size_t write_results (FILE *file, const ft_report *r, bool verbose) {
  size_t at = 0, written = 0, left_out = 0;
  ft_finding f;
  fputs ("  \"results\": [", file);
  if (ft_run_end_deadlocked (r)) {
    fputs ("\n   ", file);
    ft_json_write (file, ft_sarif_run_end (r));
    written++;
  }
  if (ft_run_end_crashed (r)) {
    fputs (written++ ? ",\n   " : "\n   ", file);
    ft_json_write (file, ft_sarif_crash (r));
  }
  for (size_t i = 0; r->iterations && i < r->iterations->lanes.size; i++) {
    fputs (written++ ? ",\n   " : "\n   ", file);
    ft_json_write (file, ft_sarif_lanes (r, r->iterations->lanes.begin + i));
  }
  while (ft_finding_next (r, &at, &f))
    if (!is_shown (&f, verbose))
      continue;
    else if (written == MOST_RESULTS)
      left_out++;
    else {
      fputs (written++ ? ",\n   " : "\n   ", file);
      ft_json_write (file, ft_sarif_result (r, &f));
    }
  fputs (written ? "\n  ],\n" : "],\n", file);
  return left_out;
}

// ---- notifications ----

// Adds a notification.  Releases the text.
static void notify (json_t *list, const char *level, ft_strbuf *text) {
  json_array_append_new (list,
                         json_pack ("{s:s, s:o}", "level", level, "message",
                                    ft_sarif_message (ft_strbuf_text (text))));
  ft_strbuf_release (text);
}

static void notify_number (json_t *list, size_t number, const char *what) {
  ft_strbuf text = {0};
  if (!number)
    return;
  ft_strbuf_add (&text, "%zu %s", number, what);
  notify (list, "note", &text);
}

static void notify_cuts (json_t *list, const ft_phase_ends *ends) {
  for (int p = 0; p < FT_PHASE_COUNT; p++) {
    ft_strbuf text = {0};
    if (!ends->of[p].cut)
      continue;
    ft_strbuf_add (&text, "Not everything was looked at: ");
    ft_phase_describe (&text, (enum ft_phase)p, ends->of + p);
    ft_strbuf_add (&text, ".");
    notify (list, "warning", &text);
  }
}

static json_t *invocation (const ft_report *r, size_t left_out) {
  const ft_results *x = r->results;
  json_t *list = json_array ();
  notify_number (list,
                 x->undecided + x->deadlocks_undecided + x->failures_undecided,
                 "pairs, cycles or failures are undecided; 'foretrace check' lists them "
                 "with the limit that stopped the search.");
  notify_number (list, left_out,
                 "results are left out, since code scanning services take no "
                 "more than 25,000; '--format json' has all.");
  notify_cuts (list, &x->phases);
  return json_pack ("[{s:b, s:o}]", "executionSuccessful",
                    !x->interrupted && !x->truncated,
                    "toolExecutionNotifications", list);
}

static void write_member (FILE *file, const char *name, json_t *value,
                          const char *end) {
  fprintf (file, "  \"%s\": ", name);
  ft_json_write (file, value);
  fputs (end, file);
}

// Where relative paths begin: the directory in which foretrace runs.  CodeChecker drops
// a whole file that does not say so.
static void write_base (FILE *file) {
  ft_strbuf uri = {0};
  char *directory = realpath (".", NULL);
  if (directory) {
    ft_source_location_uri (&uri, directory);
    ft_strbuf_add (&uri, "%s", strcmp (directory, "/") ? "/" : "");
    write_member (file, "originalUriBaseIds",
                  json_pack ("{s:{s:s}}", "%SRCROOT%", "uri",
                             ft_strbuf_text (&uri)),
                  ",\n");
  }
  ft_strbuf_release (&uri);
  free (directory);
}

void ft_report_sarif (FILE *file, const ft_report *r, bool verbose) {
  fputs ("{\n \"$schema\": "
         "\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
         "sarif-schema-2.1.0.json\",\n \"version\": \"2.1.0\",\n"
         " \"runs\": [{\n",
         file);
  write_member (file, "tool", tool_value (), ",\n");
  write_member (file, "columnKind", json_string ("unicodeCodePoints"), ",\n");
  write_base (file);
  size_t left_out = write_results (file, r, verbose);
  write_member (file, "invocations", invocation (r, left_out), "\n");
  fputs (" }]\n}\n", file);
}
