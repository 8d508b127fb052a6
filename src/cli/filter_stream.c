// Filters over a stream of events: a first pass finds racy events, a second
// one their partners.  Both run as pipelines; 'read_batch' is their source, and
// no two threads are in it at once.

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory_usage.h"
#include "candidate/screening.h"
#include "cli/filter_session.h"
#include "load/load.h"
#include "load/open.h"
#include "order/parallel_filters.h"
#include "order/parallel_partners.h"

struct run {
  ft_filter_session *filtering;
  ft_racy_report *report;
  ft_reader *reader; // of the pass at hand
  int pass;
  ft_pos events;     // read in this pass
  atomic_bool shows; // racy events that are found next will be shown
  bool failed;       // with 'error'
  ft_error *error;
  ft_filter *paired[FT_RACY_MOST]; // FT_PAIRS_ALL
  ft_partner_pass partners[FT_RACY_MOST];
  ft_location_ids locations[FT_RACY_MOST];
};

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

static bool must_stop (struct run *r) {
  ft_racy_report *report = r->report;
  report->stopped = ft_stop_condition_check (&r->filtering->stop);
  if (!report->stopped)
    return false;
  report->stopped_pass = r->pass;
  report->stopped_at = r->events;
  return true;
}

// Reads the next batch; false at the end, at an error, or if it must stop.
static bool read_batch (void *context, ft_shared_batch *to) {
  struct run *r = context;
  ft_filter_session *f = r->filtering;
  ft_batch b;
  if (r->report->stopped)
    return false;
  int got = ft_reader_batch (r->reader, &b, r->error);
  r->failed = got < 0;
  if (got <= 0)
    return false;
  if (atomic_load_explicit (&r->shows, memory_order_relaxed))
    ft_reader_add_locations (r->reader);
  ft_shared_batch_take (to, r->reader, &b);
  r->events = b.first + b.count;
  ft_progress_bar_show (&f->progress, r->pass == 1 ? "filtering" : "pairing",
                        ft_reader_progress (r->reader), r->events, "events",
                        NULL);
  must_stop (r);
  return true;
}

static bool open_reader (struct run *r, unsigned without, int pass,
                         ft_error *error) {
  ft_read_options read = r->filtering->read;
  read.without = without;
  read.stream = true;
  r->pass = pass;
  r->events = 0;
  r->error = error;
  r->reader = ft_reader_open (r->filtering->trace, read, error);
  if (r->reader)
    r->report->tables = ft_reader_tables (r->reader);
  return r->reader;
}

// ---- the first pass ------------------------------------------------------

static void add_racy (struct run *r, const ft_shared_batch *b, uint32_t i,
                      unsigned set) {
  ft_racy_add (r->report, set, &b->tables, b->events + i, b->first + i);
  if (!ft_racy_shows (r->report))
    atomic_store_explicit (&r->shows, false, memory_order_relaxed);
}

// Maps bits of filters to bits of findings.
static unsigned findings_of (const struct run *r, unsigned filters) {
  unsigned set = 0;
  for (size_t i = 0; i < r->report->count; i++)
    set |= (filters >> r->filtering->kinds[i] & 1) << i;
  return set;
}

static void take_racy (void *context, const ft_shared_batch *b,
                       const uint8_t *racy) {
  struct run *r = context;
  for (uint32_t i = 0; i < b->count; i++) {
    uint64_t eight; // mostly none of so many is racy
    while (i + sizeof eight <= b->count &&
           !(memcpy (&eight, racy + i, sizeof eight), eight))
      i += sizeof eight;
    if (i < b->count && racy[i])
      add_racy (r, b, i, findings_of (r, racy[i]));
  }
}

static void run_filters (struct run *r, const ft_batch_stream *stream) {
  ft_filter_session *f = r->filtering;
  ft_error error = FT_NO_ERROR;
  unsigned kinds = 0;
  for (size_t i = 0; i < r->report->count; i++)
    kinds |= 1u << f->kinds[i];
  if (ft_parallel_filters_run (kinds, f->threads, stream, take_racy,
                               f->resume.path ? &f->resume : NULL, &error) ||
      r->failed || r->report->stopped)
    return;
  r->failed = true;
  *r->error = error;
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

static void step_all_pairs (struct run *r, const ft_shared_batch *b) {
  for (uint32_t i = 0; i < b->count; i++) {
    unsigned set = 0;
    for (size_t k = 0; k < r->report->count; k++)
      set |= (unsigned)step_paired (r, b->events + i, b->first + i, k) << k;
    if (set)
      add_racy (r, b, i, set);
  }
}

static void find_all_pairs (struct run *r, const ft_batch_stream *stream) {
  ft_shared_batch b;
  ft_shared_batch_init (&b);
  for (size_t i = 0; i < r->report->count; i++)
    r->paired[i] = ft_filter_new (r->filtering->kinds[i], &b.tables, true);
  while (stream->read (stream->context, &b))
    step_all_pairs (r, &b);
  for (size_t i = 0; i < r->report->count; i++)
    ft_filter_free (r->paired[i]);
  ft_shared_batch_release (&b);
}

static bool first_pass (struct run *r, ft_error *error) {
  double begin = ft_seconds_now ();
  ft_batch_stream stream = {read_batch, r};
  if (!open_reader (r,
                    FT_COLUMN_LOCATIONS | FT_COLUMN_VALUES | FT_COLUMN_DETAILS,
                    1, error))
    return false;
  r->shows = true;
  if (r->report->pairs == FT_PAIRS_ALL)
    find_all_pairs (r, &stream);
  else
    run_filters (r, &stream);
  r->shows = false;
  ft_progress_bar_clear (&r->filtering->progress);
  ft_memory_usage_trim (); // else the second pass might stop because of the
                           // memory of the filters
  r->report->events = r->events;
  r->report->seconds = ft_seconds_now () - begin;
  if (!r->filtering->quiet)
    ft_subcommand_warn (ft_reader_notes (r->reader));
  return !r->failed;
}

// ---- the second pass -----------------------------------------------------

static void new_partners (struct run *r) {
  ft_partner_limits limits = FT_PARTNER_LIMITS;
  limits.instances = r->filtering->instances;
  for (size_t i = 0; i < r->report->count; i++)
    r->partners[i].partners = ft_partners_new (
        r->filtering->kinds[i], &r->partners[i].tables,
        &r->report->findings[i].events, r->locations + i, limits);
}

static void free_partners (struct run *r) {
  for (size_t i = 0; i < r->report->count; i++) {
    ft_partners_free (r->partners[i].partners);
    ft_location_ids_release (r->locations + i);
  }
}

static void take_pairs (struct run *r) {
  for (size_t i = 0; i < r->report->count; i++) {
    ft_racy_finding *f = r->report->findings + i;
    ft_partners *p = r->partners[i].partners;
    ft_location_pairs *pairs = ft_partners_pairs (p);
    f->pairs = *pairs;
    *pairs = (ft_location_pairs){0};
    ft_location_pairs_sort (&f->pairs);
    f->alone = ft_partners_unpaired (p);
    f->cut = ft_partners_truncated (p);
  }
}

// Whether both passes have read the same trace.
static bool same_trace (const struct run *r, ft_error *error) {
  bool same = r->events == r->report->events;
  for (size_t i = 0; i < r->report->count; i++) {
    const ft_partners *p = r->partners[i].partners;
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
  ft_batch_stream stream = {read_batch, r};
  ft_reader_free (r->reader);
  if (!open_reader (r, FT_COLUMN_VALUES | FT_COLUMN_DETAILS, 2, error))
    return false;
  new_partners (r);
  ft_parallel_partners_run (r->partners, r->report->count,
                            r->filtering->threads, &stream);
  ft_progress_bar_clear (&r->filtering->progress);
  bool fine = !r->failed && (r->report->stopped || same_trace (r, error));
  take_pairs (r);
  r->report->paired = true;
  free_partners (r);
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
// protects is another question, and bounds on memory are those of a stream.  The
// hybrid filter has forks and joins as its only orders.
static bool screen (struct run *r) {
  ft_filter_session *f = r->filtering;
  ft_racy_report *report = r->report;
  ft_deadline deadline = {.stop = f->stop.caught};
  double begin = ft_seconds_now ();
  bool fit = !f->stop.limit && !f->read.lenient && !f->read.format;
  bool barriers = true;
  for (size_t i = 0; i < report->count; i++) {
    fit &= f->kinds[i] != FT_FILTER_LOCKSET;
    barriers &= f->kinds[i] != FT_FILTER_HYBRID;
  }
  if (!fit)
    return false;
  ft_screening s = ft_screen (f->trace, ft_load_altpath_words () + 1, barriers,
                              NULL, &deadline, FT_NO_PROGRESS);
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
  if (fine && !f->report.stopped && code == FT_EXIT_OK)
    ft_resume_over (&f->resume);
  return code;
}
