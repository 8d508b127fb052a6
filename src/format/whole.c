#include "format/whole.h"

#include <unistd.h>

// Bytes of the details of the events that were read.
static double detail_bytes (const ft_tables *tables) {
  return (double)tables->details.size * sizeof *tables->details.begin +
         (double)tables->operands.size * sizeof *tables->operands.begin;
}

// Whether the announced events fit into memory.
static bool fits (const ft_trace *t, ft_reader *r, ft_pos most,
                  ft_error *error) {
  ft_pos announced = ft_reader_announced (r);
  if (most && announced > most)
    announced = most;
  double bytes = (double)announced * sizeof (ft_event) +
                 detail_bytes (ft_reader_tables (r));
  double memory =
      (double)sysconf (_SC_PHYS_PAGES) * (double)sysconf (_SC_PAGESIZE);
  if (announced > FT_NO_ID - 1)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: more than %u events; use 'filter', which does "
                  "not load the trace, or cut it",
                  t->path, FT_NO_ID - 1);
  else if (bytes > memory)
    ft_error_set (error, FT_EXIT_BAD_INPUT,
                  "%.400s: %llu events take %.3g GB to be loaded, more than "
                  "the memory of this machine (%.3g GB); use 'filter', which "
                  "does not load the trace, or cut it",
                  t->path, (unsigned long long)announced, bytes / 1e9,
                  memory / 1e9);
  else
    return true;
  return false;
}

// Add the events of a batch, up to 'most' in all; false if there are more.
static bool take_batch (ft_trace *t, const ft_batch *b, ft_pos most) {
  uint32_t n = b->count;
  if (most && most - t->size < n)
    n = (uint32_t)(most - t->size);
  for (uint32_t i = 0; i < n; i++)
    ft_trace_push (t, b->events[i]);
  return n == b->count;
}

static bool read_events (ft_trace *t, ft_reader *r,
                         const ft_read_options *options,
                         ft_progress_callback shown, ft_error *error) {
  ft_batch b;
  int got = 0;
  while (!t->cut && (got = ft_reader_batch (r, &b, error)) > 0) {
    if (!fits (t, r, options->most, error))
      return false;
    if (!take_batch (t, &b, options->most)) {
      t->whole = ft_reader_announced (r);
      return true;
    }
    if (shown.show)
      shown.show (shown.context, ft_reader_progress (r));
    t->cut = ft_deadline_over (options->deadline);
    t->share = ft_reader_progress (r);
    t->begins = options->share > 0 && t->share >= options->share;
    if (t->begins)
      return true;
  }
  return !got || t->cut;
}

ft_trace *ft_trace_of_reader (ft_reader *r, const char *path,
                              ft_read_options options,
                              ft_progress_callback shown, ft_error *error) {
  ft_trace *t = ft_trace_new (path, ft_reader_format (r));
  bool fine = read_events (t, r, &options, shown, error);
  if (fine) {
    ft_reader_move_tables (r, &t->tables, &t->notes);
    fine = t->cut || ft_trace_keep_altpaths (t, options.lenient, error);
  }
  if (fine)
    return t;
  ft_trace_free (t);
  return NULL;
}

ft_trace *ft_trace_read_file (const char *path, ft_read_options options,
                              ft_progress_callback shown, ft_error *error) {
  ft_reader *r = ft_reader_open_file (path, options, error);
  ft_trace *t = r ? ft_trace_of_reader (r, path, options, shown, error) : NULL;
  ft_reader_free (r);
  return t;
}
