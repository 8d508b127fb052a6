#include "load/open.h"

#include <stdio.h>
#include <string.h>

#include "load/load.h"
#include "run/run.h"

// ---- a run as a feed of events ---------------------------------------------

typedef struct run_feed {
  ft_load *native; // owned
  char *directory;   // owned
  char *log;         // owned: the log of 'thread'
  ft_tick place;    // of the event returned last
} run_feed;

static void keep_place (run_feed *f) {
  ft_tick place = ft_load_tick (f->native);
  bool same = f->log && f->place.thread == place.thread;
  f->place = place;
  if (same)
    return;
  char path[4352];
  snprintf (path, sizeof path, "%.4096s/thread-%u", f->directory,
            place.thread);
  free (f->log);
  f->log = ft_strdup (path);
}

static int next (void *state, ft_tables *tables, ft_event *e, ft_notes *notes,
                 ft_error *error) {
  run_feed *f = state;
  int got = ft_load_next (f->native, tables, e, notes, error);
  if (got > 0)
    keep_place (f);
  return got;
}

static bool is_amid (const void *state) {
  const run_feed *f = state;
  return ft_load_is_mid_record (f->native);
}

static double progress_of (const void *state) {
  const run_feed *f = state;
  return ft_load_progress (f->native);
}

static const char *where (const void *state, uint64_t *position) {
  const run_feed *f = state;
  *position = f->place.word;
  return f->log;
}

static void free_feed (void *state) {
  run_feed *f = state;
  ft_load_free (f->native);
  free (f->directory);
  free (f->log);
  free (f);
}

static const ft_event_feed feed_of_runs = {FT_FORMAT_RUN, next,  is_amid,
                                     progress_of,   where, free_feed};

static ft_load *native_of (const ft_reader *r) {
  const run_feed *f = ft_reader_feed (r, &feed_of_runs);
  return f ? f->native : NULL;
}

// ---- opening ---------------------------------------------------------------

static bool is_run (const char *path, const char *format) {
  return format ? !strcmp (format, FT_FORMAT_RUN) : ft_run_exists (path);
}

static ft_reader *open_run (const char *path, ft_read_options options,
                            ft_error *error) {
  ft_load *native =
      ft_load_open_bounded (path, options.deadline, options.opening, error);
  if (!native)
    return NULL;
  run_feed *f = FT_NEW (run_feed);
  f->native = native;
  f->directory = ft_strdup (path);
  return ft_reader_open_feed (path, &feed_of_runs, f, options);
}

ft_reader *ft_reader_open (const char *path, ft_read_options options,
                           ft_error *error) {
  return is_run (path, options.format)
             ? open_run (path, options, error)
             : ft_reader_open_file (path, options, error);
}

void ft_reader_skip_altpaths (ft_reader *r) {
  ft_load *native = native_of (r);
  if (!native)
    return;
  ft_reader_drop_origins (r);
  ft_load_skip_altpaths (native);
}

void ft_reader_skip_reexecution (ft_reader *r) {
  ft_load *native = native_of (r);
  if (native)
    ft_load_skip_reexecution (native);
}

ft_reexecution_stats ft_reader_reexecuted (const ft_reader *r) {
  const ft_load *native = native_of (r);
  return native ? ft_load_reexecuted (native) : (ft_reexecution_stats){0};
}

// ---- whole traces ----------------------------------------------------------

// A recorded run is read in two passes of about the same length.
static void show_first_half (void *shown, double share) {
  const ft_progress_callback *s = shown;
  s->show (s->context, share / 2);
}

static void show_second_half (void *shown, double share) {
  const ft_progress_callback *s = shown;
  s->show (s->context, (1 + share) / 2);
}

// Nothing of a run is known before its first pass is over.
static ft_trace *read_nothing (const char *path, ft_error *error) {
  if (error->code != FT_EXIT_UNDECIDED)
    return NULL;
  ft_trace *t = ft_trace_new (path, FT_FORMAT_RUN);
  t->cut = true;
  *error = FT_NO_ERROR;
  return t;
}

ft_trace *ft_trace_read (const char *path, ft_read_options options,
                         void (*progress) (void *, double), void *context,
                         ft_error *error) {
  ft_progress_callback shown = {progress, context}, second = shown;
  if (progress)
    options.opening = (ft_progress_callback){show_first_half, &shown};
  ft_reader *r = ft_reader_open (path, options, error);
  if (!r)
    return read_nothing (path, error);
  if (progress && native_of (r))
    second = (ft_progress_callback){show_second_half, &shown};
  ft_trace *t = ft_trace_of_reader (r, path, options, second, error);
  ft_reader_free (r);
  return t;
}
