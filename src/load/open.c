#include "load/open.h"

#include <stdio.h>
#include <string.h>

#include "load/kept_trace.h"
#include "load/load.h"
#include "run/run.h"

// ---- a run as a feed of events ---------------------------------------------

typedef struct run_feed {
  ft_load *load;   // owned
  char *directory; // owned
  char *log;       // owned: the log of 'thread'
  ft_tick tick;    // of the last event
  FT_STACK (ft_tick) ticks; // of all events, if they are kept
  bool keeps_ticks;
} run_feed;

static void keep_ticks (run_feed *f) {
  if (f->keeps_ticks && f->ticks.size < FT_MOST_TICKS) {
    FT_PUSH (f->ticks, f->tick);
    return;
  }
  FT_RELEASE (f->ticks);
  f->keeps_ticks = false;
}

static void keep_tick (run_feed *f) {
  ft_tick tick = ft_load_tick (f->load);
  bool same = f->log && f->tick.thread == tick.thread;
  f->tick = tick;
  if (same)
    return;
  char path[4352];
  snprintf (path, sizeof path, "%.4096s/thread-%u", f->directory, tick.thread);
  free (f->log);
  f->log = ft_strdup (path);
}

static int next (void *state, ft_tables *tables, ft_event *e, ft_notes *notes,
                 ft_error *error) {
  run_feed *f = state;
  int got = ft_load_next (f->load, tables, e, notes, error);
  if (got > 0) {
    keep_tick (f);
    keep_ticks (f);
  }
  return got;
}

static bool is_mid_record (const void *state) {
  const run_feed *f = state;
  return ft_load_is_mid_record (f->load);
}

static double progress_of (const void *state) {
  const run_feed *f = state;
  return ft_load_progress (f->load);
}

static const char *where (const void *state, uint64_t *position) {
  const run_feed *f = state;
  *position = f->tick.word;
  return f->log;
}

static void free_feed (void *state) {
  run_feed *f = state;
  ft_load_free (f->load);
  FT_RELEASE (f->ticks);
  free (f->directory);
  free (f->log);
  free (f);
}

static const ft_event_feed feed_of_runs = {FT_FORMAT_RUN, next,  is_mid_record,
                                           progress_of,   where, free_feed};

static ft_load *load_of (const ft_reader *r) {
  const run_feed *f = ft_reader_feed (r, &feed_of_runs);
  return f ? f->load : NULL;
}

// ---- the result of the first pass -------------------------------------------

// The result of the first pass over a run.
typedef struct known {
  struct ft_trace_again again;
  ft_shared *shared; // owned
} known;

static void free_known (struct ft_trace_again *again) {
  known *k = (known *)again;
  ft_shared_release (k->shared);
  free (k->shared);
  free (k);
}

// The load of a run whose first pass is known.
static ft_load *open_again (const char *path, struct ft_trace_again **again,
                            ft_error *error) {
  known *k = (known *)*again;
  ft_load *load = ft_load_open_again (path, k->shared, error);
  free_known (&k->again);
  *again = NULL;
  return load;
}

// ---- opening ---------------------------------------------------------------

static bool is_run (const char *path, const char *format) {
  return format ? !strcmp (format, FT_FORMAT_RUN) : ft_run_exists (path);
}

// Whether this is the trace that is kept, or to be kept: the whole one, in which
// nothing is repaired.
static bool is_plain (const char *path, const ft_read_options *o) {
  return o->keeps && is_run (path, o->format) && !o->lenient && !o->most &&
         !(o->share > 0);
}

static ft_reader *open_run (const char *path, ft_read_options options,
                            ft_error *error) {
  ft_load *load =
      options.order ? ft_load_open_order (path, error)
      : options.again && *options.again
          ? open_again (path, options.again, error)
          : ft_load_open_bounded (path, options.deadline, options.opening,
                                  error);
  if (!load)
    return NULL;
  run_feed *f = FT_NEW (run_feed);
  f->load = load;
  f->directory = ft_strdup (path);
  return ft_reader_open_feed (path, &feed_of_runs, f, options);
}

ft_reader *ft_reader_open (const char *path, ft_read_options options,
                           ft_error *error) {
  ft_reader *kept = options.stream && is_plain (path, &options)
                        ? ft_kept_trace_open (path, &options)
                        : NULL;
  if (kept)
    return kept;
  return is_run (path, options.format)
             ? open_run (path, options, error)
             : ft_reader_open_file (path, options, error);
}

void ft_reader_skip_altpaths (ft_reader *r) {
  ft_load *load = load_of (r);
  if (!load)
    return;
  ft_reader_drop_origins (r);
  ft_load_skip_altpaths (load);
}

void ft_reader_skip_reexecution (ft_reader *r) {
  ft_load *load = load_of (r);
  if (load)
    ft_load_skip_reexecution (load);
}

ft_reexecution_stats ft_reader_reexecuted (const ft_reader *r) {
  const ft_load *load = load_of (r);
  return load ? ft_load_reexecuted (load) : (ft_reexecution_stats){0};
}

// ---- whole traces ----------------------------------------------------------

// A recorded run is read in two passes of about equal length.
static void show_first_half (void *shown, double share) {
  const ft_progress_callback *s = shown;
  s->show (s->context, share / 2);
}

static void show_second_half (void *shown, double share) {
  const ft_progress_callback *s = shown;
  s->show (s->context, (1 + share) / 2);
}

// If the first pass is cut short, nothing of the run is known.
static ft_trace *read_nothing (const char *path, ft_error *error) {
  if (error->code != FT_EXIT_UNDECIDED)
    return NULL;
  ft_trace *t = ft_trace_new (path, FT_FORMAT_RUN);
  t->cut = true;
  *error = FT_NO_ERROR;
  return t;
}

// The reader leaves nothing out and puts nothing in.
static void keep_all_ticks (const ft_reader *r, const ft_read_options *o) {
  run_feed *f = ft_reader_feed (r, &feed_of_runs);
  if (f)
    f->keeps_ticks = !o->lenient;
}

static void take_ticks (ft_trace *t, const ft_reader *r) {
  run_feed *f = ft_reader_feed (r, &feed_of_runs);
  if (!f || !f->keeps_ticks || f->ticks.size < t->size)
    return;
  t->ticks = f->ticks.begin;
  f->ticks.begin = NULL;
  f->keeps_ticks = false;
  FT_RELEASE (f->ticks);
}

static void keep_shared (ft_trace *t, const ft_reader *r) {
  ft_load *load = load_of (r);
  ft_shared *shared = load ? ft_load_take_shared (load) : NULL;
  if (!shared)
    return;
  known *k = FT_NEW (known);
  *k = (known){{free_known}, shared};
  t->again = &k->again;
}

ft_shared *ft_trace_shared (const ft_trace *t) {
  return t->again && t->again->free == free_known ? ((known *)t->again)->shared
                                                  : NULL;
}

static void keep_trace (const ft_trace *t, const ft_reader *r,
                        const ft_read_options *options) {
  const ft_load *load = load_of (r);
  if (load && !t->cut && !options->independent)
    ft_kept_trace_write (t, ft_load_run (load));
}

ft_trace *ft_trace_read (const char *path, ft_read_options options,
                         void (*progress) (void *, double), void *context,
                         ft_error *error) {
  ft_progress_callback shown = {progress, context}, second = shown;
  bool plain = is_plain (path, &options);
  ft_trace *kept = plain ? ft_kept_trace_read (path, &options, shown) : NULL;
  if (kept)
    return kept;
  if (progress)
    options.opening = (ft_progress_callback){show_first_half, &shown};
  ft_reader *r = ft_reader_open (path, options, error);
  if (!r)
    return read_nothing (path, error);
  keep_all_ticks (r, &options);
  if (progress && load_of (r))
    second = (ft_progress_callback){show_second_half, &shown};
  ft_trace *t = ft_trace_of_reader (r, path, options, second, error);
  if (t && plain)
    keep_trace (t, r, &options);
  if (t) {
    keep_shared (t, r);
    take_ticks (t, r);
  }
  ft_reader_free (r);
  return t;
}
