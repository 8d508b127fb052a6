#include "cli/replay_query.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/check_session.h"
#include "report/report.h"
#include "witness/checker.h"
#include "format/reader.h"

static bool is_id (const char *text) {
  return (*text == 'R' || *text == 'D' || *text == 'F') && text[1] &&
         !text[1 + strspn (text + 1, "0123456789")];
}

static bool is_fingerprint (const char *text) {
  return strlen (text) == 16 && strspn (text, "0123456789abcdef") == 16;
}

// ---- a check ----------------------------------------------------------------

static bool is_named (const char *race, char letter, size_t number,
                      uint64_t fingerprint) {
  char id[32], hex[32];
  snprintf (id, sizeof id, "%c%zu", letter, number);
  snprintf (hex, sizeof hex, "%016llx", (unsigned long long)fingerprint);
  return !strcmp (race, id) || !strcmp (race, hex);
}

static void copy_schedule (ft_witness *to, const ft_witness *from) {
  *to = (ft_witness){.model = from->model,
                     .memory = from->memory,
                     .failure = from->failure,
                     .fails = from->fails,
                     .freed = from->freed,
                     .pair = {from->pair[0], from->pair[1]}};
  for (size_t i = 0; i < from->blocked.size; i++)
    FT_PUSH (to->blocked, from->blocked.begin[i]);
  for (size_t i = 0; i < from->schedule.size; i++)
    FT_PUSH (to->schedule, from->schedule.begin[i]);
  for (size_t i = 0; i < from->reads.size; i++)
    FT_PUSH (to->reads, from->reads.begin[i]);
  for (size_t i = 0; i < from->orders.size; i++)
    FT_PUSH (to->orders, from->orders.begin[i]);
}

static bool refuse (const char *race, enum ft_verdict verdict,
                    const char *reason, ft_error *error) {
  ft_error_set (
      error, FT_EXIT_USAGE,
      "replay: '%s' is %s, so that there is no schedule to follow%s%s", race,
      ft_verdict_name (verdict), reason ? ": " : "", reason ? reason : "");
  return false;
}

static bool take_race (ft_witness *w, const ft_report *r, const char *race,
                       bool *found, ft_error *error) {
  for (size_t i = 0; i < r->results->size; i++) {
    const ft_race *x = r->ranked[i];
    if (!is_named (race, 'R', i + 1, x->fingerprint))
      continue;
    *found = true;
    if (x->verdict != FT_CERTIFIED)
      return refuse (race, x->verdict, x->reason, error);
    copy_schedule (w, &x->witness);
    return true;
  }
  return false;
}

static bool take_deadlock (ft_witness *w, const ft_results *x, const char *race,
                           bool *found, ft_error *error) {
  for (size_t i = 0; i < x->deadlock_count && !*found; i++) {
    const ft_deadlock *d = x->deadlocks + i;
    if (!is_named (race, 'D', i + 1, d->fingerprint))
      continue;
    *found = true;
    if (d->verdict != FT_CERTIFIED)
      return refuse (race, d->verdict, d->reason, error);
    copy_schedule (w, &d->witness);
    return true;
  }
  return false;
}

static bool take_failure (ft_witness *w, const ft_results *x, const char *race,
                          bool *found, ft_error *error) {
  for (size_t i = 0; i < x->failure_count && !*found; i++) {
    const ft_failure *f = x->failures + i;
    if (!is_named (race, 'F', i + 1, f->fingerprint))
      continue;
    *found = true;
    if (f->verdict != FT_CERTIFIED)
      return refuse (race, f->verdict, f->reason, error);
    copy_schedule (w, &f->witness);
    return true;
  }
  return false;
}

static bool ask_check (ft_witness *w, const ft_trace *trace,
                       ft_read_options read, const ft_check_options *options,
                       const char *race, ft_error *error) {
  ft_recheck again;
  ft_report report;
  bool found = false;
  if (!ft_recheck_init (&again, trace, read, options, error))
    return false;
  const ft_results *results = &again.results;
  ft_report_init (&report, again.trace, results, options, read);
  bool fine = take_race (w, &report, race, &found, error) ||
              take_deadlock (w, results, race, &found, error) ||
              take_failure (w, results, race, &found, error);
  if (!found)
    ft_error_set (error, FT_EXIT_USAGE,
                  "replay: '%s': a check of this recording certifies %zu "
                  "race%s, %zu deadlock%s and %zu failure%s, and has no such one",
                  race, results->certified, results->certified == 1 ? "" : "s",
                  results->deadlocks_certified,
                  results->deadlocks_certified == 1 ? "" : "s",
                  results->failures_certified,
                  results->failures_certified == 1 ? "" : "s");
  ft_report_release (&report);
  ft_recheck_release (&again);
  return fine;
}

// ---- files ------------------------------------------------------------------

static bool ask_file (ft_witness *w, const ft_trace *trace, const char *path,
                      const char *race, ft_error *error) {
  ft_witness *list = NULL;
  int n = ft_witness_read (path, trace, race, &list, error);
  if (n == 1)
    *w = list[0];
  else if (n >= 0)
    ft_error_set (error, FT_EXIT_USAGE,
                  "%s: has %d schedules; say which with RACE and --results",
                  path, n);
  for (int i = 0; n != 1 && i < n; i++)
    ft_witness_release (list + i);
  free (list);
  return n == 1;
}

static bool accept (ft_witness *w, const ft_trace *trace, const char *race,
                    ft_error *error) {
  ft_strbuf why = {0};
  ft_checker *checker = ft_checker_new (trace);
  bool fine = ft_checker_accepts (checker, w, &why);
  if (!fine) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%s: the checker rejects this schedule: %s", race,
                  ft_strbuf_text (&why));
    ft_witness_release (w);
  }
  ft_checker_free (checker);
  ft_strbuf_release (&why);
  return fine;
}

bool ft_replay_query (ft_witness *w, const ft_trace *trace,
                      ft_read_options read, const ft_check_options *options,
                      const char *race, const char *results, ft_error *error) {
  *w = (ft_witness){0};
  bool named = is_id (race) || is_fingerprint (race);
  if (results && !is_id (race)) {
    ft_error_set (error, FT_EXIT_USAGE,
                  "replay: '%s': with --results expected an id, such as R1",
                  race);
    return false;
  }
  if (!results && !named && access (race, F_OK) && errno == ENOENT) {
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "replay: '%s': expected an id (R1, D1, F1), a fingerprint, or "
                  "the file of a witness; there is no such file",
                  race);
    return false;
  }
  bool fine = results ? ask_file (w, trace, results, race, error)
              : named ? ask_check (w, trace, read, options, race, error)
                      : ask_file (w, trace, race, NULL, error);
  return fine && accept (w, trace, race, error);
}
