// Filters over a stream of events: a first pass finds racy events, a second
// one their partners.

#include <inttypes.h>

#include "base/memory_usage.h"
#include "candidate/screening.h"
#include "cli/filter_session.h"
#include "load/load.h"
#include "load/open.h"

struct run {
  ft_filter_session *filtering;
  ft_racy_report *report;
  ft_reader *reader; // of the pass at hand
  ft_filters *filters;
  ft_filter *paired[FT_RACY_MOST]; // FT_PAIRS_ALL
  FT_STACK (uint8_t) racy;         // by event of the batch: bits FT_FILTER_*
  ft_partners *partners[FT_RACY_MOST];
  ft_location_ids locations;
};

typedef void step_batch (struct run *, const ft_batch *);

// ---- reading -------------------------------------------------------------

static uint64_t mebibytes (uint64_t bytes) {
  return bytes >> 20;
}

static void report_memory (const struct run *r) {
  const ft_filter_session *f = r->filtering;
  fprintf (stderr,
           "foretrace: %s: stopped at event %llu, before --memory %" PRIu64
           "M is used up: %" PRIu64 " MiB in use, of these %" PRIu64
           " MiB for names; try ",
           f->trace, (unsigned long long)r->report->stopped_at,
           mebibytes (f->stop.limit), mebibytes (f->stop.used),
           mebibytes (ft_tables_bytes (ft_reader_tables (r->reader))));
  bool several = r->report->count > 1;
  bool pairs = r->report->pairs != FT_PAIRS_NONE;
  bool dear = several || f->kinds[0] != FT_FILTER_HB;
  fprintf (stderr, "%s%s%s%sa greater limit\n",
           several ? "one relation at a time, " : "",
           pairs ? "--pairs none, " : "", dear ? "--order hb, " : "",
           pairs || dear ? "or " : "");
}

static bool must_stop (struct run *r, int pass, ft_pos position) {
  ft_racy_report *report = r->report;
  report->stopped = ft_stop_condition_check (&r->filtering->stop);
  if (!report->stopped)
    return false;
  report->stopped_pass = pass;
  report->stopped_at = position;
  return true;
}

// Reads the whole trace, or until it must stop; the number of events, or false
// on an error.
static bool read_through (struct run *r, int pass, step_batch *step,
                          ft_pos *events, ft_error *error) {
  ft_filter_session *f = r->filtering;
  ft_batch b;
  int got;
  *events = 0;
  while ((got = ft_reader_batch (r->reader, &b, error)) > 0) {
    step (r, &b);
    *events = b.first + b.count;
    ft_progress_bar_show (&f->progress, pass == 1 ? "filtering" : "pairing",
                          ft_reader_progress (r->reader), *events, "events",
                          NULL);
    if (must_stop (r, pass, *events))
      break;
  }
  ft_progress_bar_clear (&f->progress);
  return got >= 0;
}

static bool open_reader (struct run *r, unsigned without, ft_error *error) {
  ft_read_options read = r->filtering->read;
  read.without = without;
  read.stream = true;
  r->reader = ft_reader_open (r->filtering->trace, read, error);
  if (r->reader)
    r->report->tables = ft_reader_tables (r->reader);
  return r->reader;
}

// ---- the first pass ------------------------------------------------------

static void add_racy (struct run *r, const ft_batch *b, uint32_t i,
                      unsigned set) {
  ft_event e = b->events[i];
  if (ft_racy_shows (r->report))
    e.location = ft_reader_location (r->reader, b->first + i);
  ft_racy_add (r->report, set, &e, b->first + i);
}

// Maps bits of filters to bits of findings.
static unsigned findings_of (const struct run *r, unsigned filters) {
  unsigned set = 0;
  for (size_t i = 0; i < r->report->count; i++)
    set |= (filters >> r->filtering->kinds[i] & 1) << i;
  return set;
}

static void step_filters (struct run *r, const ft_batch *b) {
  FT_GROW (r->racy, b->count, 0);
  ft_filters_step (r->filters, b->events, b->count, r->racy.begin);
  for (uint32_t i = 0; i < b->count; i++)
    if (r->racy.begin[i])
      add_racy (r, b, i, findings_of (r, r->racy.begin[i]));
}

static bool step_paired (struct run *r, const ft_event *e, ft_pos position,
                         size_t finding) {
  size_t n;
  bool racy = ft_filter_step (r->paired[finding], e);
  const ft_pos *partners = ft_filter_partners (r->paired[finding], &n);
  for (size_t i = 0; racy && i < n; i++)
    FT_PUSH (r->report->findings[finding].all,
             ((struct ft_racy_pair){partners[i], position}));
  return racy;
}

static void step_all_pairs (struct run *r, const ft_batch *b) {
  for (uint32_t i = 0; i < b->count; i++) {
    unsigned set = 0;
    for (size_t k = 0; k < r->report->count; k++)
      set |= (unsigned)step_paired (r, b->events + i, b->first + i, k) << k;
    if (set)
      add_racy (r, b, i, set);
  }
}

static void new_filters (struct run *r) {
  const enum ft_filter_kind *of = r->filtering->kinds;
  const ft_tables *tables = r->report->tables;
  unsigned kinds = 0;
  for (size_t i = 0; i < r->report->count; i++) {
    kinds |= 1u << of[i];
    if (r->report->pairs == FT_PAIRS_ALL)
      r->paired[i] = ft_filter_new (of[i], tables, true);
  }
  if (r->report->pairs != FT_PAIRS_ALL)
    r->filters = ft_filters_new (kinds, tables);
}

static void free_filters (struct run *r) {
  ft_filters_free (r->filters);
  r->filters = NULL;
  for (size_t i = 0; i < r->report->count; i++)
    ft_filter_free (r->paired[i]);
  FT_RELEASE (r->racy);
  ft_memory_usage_trim (); // else the second pass might stop because of their
                           // memory
}

static bool first_pass (struct run *r, ft_error *error) {
  double begin = ft_seconds_now ();
  if (!open_reader (
          r, FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES | FT_COLUMN_DETAILS, error))
    return false;
  new_filters (r);
  bool all = r->report->pairs == FT_PAIRS_ALL;
  bool fine = read_through (r, 1, all ? step_all_pairs : step_filters,
                            &r->report->events, error);
  free_filters (r);
  r->report->seconds = ft_seconds_now () - begin;
  if (!r->filtering->quiet)
    ft_subcommand_warn (ft_reader_notes (r->reader));
  return fine;
}

// ---- the second pass -----------------------------------------------------

static void step_partners (struct run *r, const ft_batch *b) {
  for (size_t k = 0; k < r->report->count; k++)
    for (uint32_t i = 0; i < b->count; i++)
      ft_partners_step (r->partners[k], b->events + i);
}

static void new_partners (struct run *r) {
  ft_partner_limits limits = FT_PARTNER_LIMITS;
  limits.instances = r->filtering->instances;
  for (size_t i = 0; i < r->report->count; i++)
    r->partners[i] =
        ft_partners_new (r->filtering->kinds[i], r->report->tables,
                         &r->report->findings[i].events, &r->locations, limits);
}

static void take_pairs (struct run *r) {
  for (size_t i = 0; i < r->report->count; i++) {
    ft_racy_finding *f = r->report->findings + i;
    ft_location_pairs *pairs = ft_partners_pairs (r->partners[i]);
    f->pairs = *pairs;
    *pairs = (ft_location_pairs){0};
    ft_location_pairs_sort (&f->pairs);
    f->alone = ft_partners_unpaired (r->partners[i]);
    f->cut = ft_partners_truncated (r->partners[i]);
  }
}

// Whether both passes have read the same trace.
static bool same_trace (const struct run *r, ft_pos events, ft_error *error) {
  bool same = events == r->report->events;
  for (size_t i = 0; i < r->report->count; i++) {
    const ft_partners *p = r->partners[i];
    bool lockset = r->filtering->kinds[i] == FT_FILTER_LOCKSET;
    same &=
        ft_partners_racy_events (p) == r->report->findings[i].events.count &&
        (lockset || !ft_partners_unpaired (p));
  }
  if (!same)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: changed while it was read: the second reading "
                  "differs from the first, which had %llu events",
                  r->filtering->trace, (unsigned long long)r->report->events);
  return same;
}

static bool second_pass (struct run *r, ft_error *error) {
  double begin = ft_seconds_now ();
  ft_pos events;
  ft_reader_free (r->reader);
  if (!open_reader (r, FT_COLUMN_VALUES | FT_COLUMN_DETAILS, error))
    return false;
  new_partners (r);
  bool fine = read_through (r, 2, step_partners, &events, error) &&
              (r->report->stopped || same_trace (r, events, error));
  take_pairs (r);
  r->report->paired = true;
  for (size_t i = 0; i < r->report->count; i++)
    ft_partners_free (r->partners[i]);
  ft_location_ids_release (&r->locations);
  r->report->pairs_seconds = ft_seconds_now () - begin;
  return fine;
}

static bool has_racy_events (const ft_racy_report *report) {
  for (size_t i = 0; i < report->count; i++)
    if (report->findings[i].events.count)
      return true;
  return false;
}

// Whether a long recorded run was found to have no racy event.  What no lock
// protects is another question, and bounds on memory are those of a stream.
static bool screen (struct run *r) {
  ft_filter_session *f = r->filtering;
  ft_racy_report *report = r->report;
  ft_deadline deadline = {.stop = f->stop.caught};
  double begin = ft_seconds_now ();
  bool fit = !f->stop.limit && !f->read.lenient && !f->read.format;
  for (size_t i = 0; i < report->count; i++)
    fit &= f->kinds[i] != FT_FILTER_LOCKSET;
  if (!fit)
    return false;
  ft_screening s = ft_screen (f->trace, ft_load_altpath_words () + 1, NULL,
                              &deadline, FT_NO_PROGRESS);
  if (!s.no_pairs)
    return false;
  report->screened = true;
  report->paired = report->pairs == FT_PAIRS_LOCATIONS;
  report->events = s.records;
  report->seconds = ft_seconds_now () - begin;
  return true;
}

static bool run_passes (struct run *r, ft_error *error) {
  ft_racy_report *report = r->report;
  if (screen (r))
    return true;
  if (!first_pass (r, error))
    return false;
  if (report->stopped || report->pairs != FT_PAIRS_LOCATIONS)
    return true;
  if (has_racy_events (report))
    return second_pass (r, error);
  report->paired = true;
  return true;
}

int ft_filter_session_stream (ft_filter_session *f) {
  ft_error error = FT_NO_ERROR;
  struct run r = {.filtering = f, .report = &f->report};
  bool fine = run_passes (&r, &error);
  int code;
  if (fine) {
    f->report.notes = r.reader ? ft_reader_notes (r.reader) : NULL;
    f->report.peak = ft_memory_usage_peak ();
    code = f->write (f, f->context);
  } else
    code = ft_subcommand_fail (&error);
  if (fine && f->report.stopped == FT_STOP_MEMORY)
    report_memory (&r);
  ft_reader_free (r.reader);
  return code;
}
