// Filters on the grammar of a compressed trace (docs/internals/compressed.md):
// HB, lockset and hybrid without expanding it.  A trace for which this is
// impossible or does not pay is streamed like any other.

#include "base/memory_usage.h"
#include "cli/filter_session.h"
#include "grammar/ftz_load.h"
#include "grammar/forecast.h"
#include "grammar/slp_hb.h"
#include "grammar/slp_lockset.h"
#include "grammar/slp_threads.h"

// With fewer events for each item of the grammar, expanding costs no more.
enum { LEAST_RATIO = 4 };

typedef struct run {
  ft_filter_session *filtering;
  ft_ftz_loaded file;
  ft_location_ids locations;
  uint64_t work; // cost of expanding, in events
  double begin;  // seconds
} run;

// Moves the pairs from 'from' to 'to'.
static void take_pairs (ft_location_pairs *to, ft_location_pairs *from) {
  *to = *from;
  *from = (ft_location_pairs){.limit = 1};
  ft_location_pairs_sort (to);
}

static bool must_stop (run *r, double share) {
  ft_filter_session *f = r->filtering;
  ft_progress_bar_show (&f->progress, "filtering", share, f->report.events,
                        "events", NULL);
  f->report.stopped = ft_stop_condition_check (&f->stop);
  f->report.stopped_pass = 1;
  return f->report.stopped;
}

// The reason why the trace must be expanded, or NULL.
static const char *find_unordered_pairs (run *r, enum ft_filter_kind kind,
                                         ft_location_pairs *pairs) {
  const char *why = NULL;
  size_t rules = r->file.slp.rules.size, done = 0;
  ft_slp_hb *hb = ft_slp_hb_new (kind, &r->file.slp, &r->file.tables,
                                 &r->locations, r->work, &why);
  if (!hb)
    return why;
  while (ft_slp_hb_step (hb) && !must_stop (r, (double)++done / (double)rules))
    ;
  why = ft_slp_hb_given_up (hb);
  if (!why)
    take_pairs (pairs, ft_slp_hb_pairs (hb));
  ft_slp_hb_free (hb);
  return why;
}

static const char *find_lockset_pairs (run *r, ft_location_pairs *pairs) {
  size_t rules = r->file.slp.rules.size, done = 0;
  ft_location_pairs *found = NULL;
  ft_slp_lockset *l =
      ft_slp_lockset_new (&r->file.slp, &r->file.tables, &r->locations);
  while (ft_slp_lockset_step (l) &&
         !must_stop (r, (double)++done / (double)rules))
    ;
  if (!r->filtering->report.stopped)
    found = ft_slp_lockset_pairs (l, r->work);
  bool fine = found || r->filtering->report.stopped;
  if (found)
    take_pairs (pairs, found);
  ft_slp_lockset_free (l);
  return fine ? NULL : "too many accesses of one variable differ";
}

static const char *find_pairs (run *r) {
  ft_racy_report *report = &r->filtering->report;
  const char *why = NULL;
  for (size_t i = 0; i < report->count && !why && !report->stopped; i++) {
    ft_location_pairs *pairs = &report->findings[i].pairs;
    enum ft_filter_kind kind = r->filtering->kinds[i];
    why = kind == FT_FILTER_LOCKSET ? find_lockset_pairs (r, pairs)
                                    : find_unordered_pairs (r, kind, pairs);
  }
  return why;
}

static void begin_report (run *r) {
  ft_racy_report *report = &r->filtering->report;
  report->tables = &r->file.tables;
  report->events = report->stopped_at = ft_slp_length (&r->file.slp);
  report->items = r->file.slp.items.size;
  report->pairs = FT_PAIRS_LOCATIONS;
  report->paired = true;
}

// Resets the report to its state before 'begin_report', since the trace will be
// streamed.
static void forget_report (run *r, enum ft_racy_pairs pairs) {
  ft_racy_report *report = &r->filtering->report;
  for (size_t i = 0; i < report->count; i++) {
    ft_location_pairs_release (&report->findings[i].pairs);
    report->findings[i].pairs = (ft_location_pairs){0};
  }
  report->tables = NULL;
  report->items = report->events = 0;
  report->pairs = pairs;
  report->paired = false;
}

static bool analyse (run *r, int *code) {
  ft_filter_session *f = r->filtering;
  enum ft_racy_pairs pairs = f->report.pairs;
  begin_report (r);
  r->work = ft_forecast_work (&r->file.slp);
  const char *why = find_pairs (r);
  ft_progress_bar_clear (&f->progress);
  if (why) {
    if (!f->quiet)
      fprintf (stderr, "foretrace: %s: expanded, since %s\n", f->trace, why);
    forget_report (r, pairs);
    return false;
  }
  f->report.seconds = ft_seconds_now () - r->begin;
  f->report.peak = ft_memory_usage_peak ();
  *code = f->write (f, f->context);
  return true;
}

static bool load (run *r, ft_error *error) {
  const ft_filter_session *f = r->filtering;
  return ft_ftz_load_if (f->trace, f->read.format, LEAST_RATIO, &r->file,
                         error) &&
         ft_slp_check_threads (&r->file.slp, &r->file.tables, f->trace, error);
}

bool ft_filter_session_grammar (ft_filter_session *f, int *code) {
  run r = {.filtering = f, .begin = ft_seconds_now ()};
  ft_error error = FT_NO_ERROR;
  if (!load (&r, &error)) {
    ft_ftz_loaded_release (&r.file);
    *code = ft_subcommand_fail (&error);
    return true;
  }
  bool done = ft_slp_length (&r.file.slp) && analyse (&r, code);
  ft_location_ids_release (&r.locations);
  ft_ftz_loaded_release (&r.file);
  return done;
}
