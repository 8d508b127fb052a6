// The ticks of events (see 'load.h').

#include "load/load.h"

static bool out_of_range (const char *path, ft_pos event, ft_error *error) {
  ft_error_set (error, FT_EXIT_BAD_INPUT,
                "%.400s: has no event %llu; is the run another one than the "
                "trace was read from?",
                path, (unsigned long long)event);
  return false;
}

// Read the events until all ticks are found.
static bool find (ft_load *n, const ft_pos *events, size_t count,
                  ft_tick *ticks, size_t *found, ft_error *error) {
  ft_tables tables = {0};
  ft_notes notes = {0};
  ft_event e;
  int got = 1;
  ft_pos position = 0;
  *found = 0;
  while (*found < count &&
         (got = ft_load_next (n, &tables, &e, &notes, error)) > 0) {
    while (*found < count && events[*found] == position)
      ticks[(*found)++] = ft_load_tick (n);
    position++;
  }
  ft_tables_release (&tables);
  ft_notes_release (&notes);
  return got >= 0;
}

bool ft_load_ticks (const char *path, const ft_trace *trace,
                    const ft_pos *events, size_t count, ft_tick *ticks,
                    ft_error *error) {
  if (count && trace->ticks && events[count - 1] < trace->size) {
    for (size_t i = 0; i < count; i++)
      ticks[i] = trace->ticks[events[i]];
    return true;
  }
  ft_load *n = ft_load_open (path, error);
  size_t found;
  if (!n)
    return false;
  bool fine = find (n, events, count, ticks, &found, error);
  ft_load_free (n);
  if (fine && found < count)
    return out_of_range (path, events[found], error);
  return fine;
}
