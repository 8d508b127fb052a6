#include "replay/replay_stops.h"

#include <stdlib.h>

typedef struct placed {
  ft_pos event;
  ft_tick at;
} placed;

// Chooses the events that get a stop, in the order of the schedule.
static void choose (ft_replay_stops *events, const ft_trace *trace,
                    const ft_witness *witness) {
  size_t n = witness->schedule.size;
  for (size_t i = n > FT_MAX_REPLAY_STOPS ? n - FT_MAX_REPLAY_STOPS : 0; i < n;
       i++) {
    ft_id e = witness->schedule.begin[i];
    if (e < trace->size && !ft_kind_computes (trace->events[e].kind))
      FT_PUSH (*events, e);
  }
}

// Sorts the events, and finds their ticks in the same order.
static bool find_ticks (const ft_replay_stops *events, const char *run,
                        const ft_trace *trace, ft_pos *sorted, ft_tick *ticks,
                        ft_error *error) {
  for (size_t i = 0; i < events->size; i++)
    sorted[i] = events->begin[i];
  qsort (sorted, events->size, sizeof *sorted, ft_compare_positions);
  return ft_load_ticks (run, trace, sorted, events->size, ticks, error);
}

static bool is_passed_by (const ft_replay_slice *slice, ft_tick at) {
  return slice->to.thread == at.thread && slice->to.word > at.word;
}

// Copies the slices, each stop before the slice that runs over its event.
// Events at the tick of another stop, or that no slice runs over, are removed
// from 'events'.
static void insert (ft_replay_schedule *schedule, ft_replay_stops *events,
                    const ft_pos *sorted, const ft_tick *ticks) {
  ft_replay_schedule with = {0};
  size_t at = 0, kept = 0;
  ft_tick last = {FT_NO_ID, 0};
  for (size_t i = 0; i < events->size; i++) {
    ft_pos wanted = events->begin[i];
    const ft_pos *found = bsearch (&wanted, sorted, events->size,
                                   sizeof *sorted, ft_compare_positions);
    ft_tick tick = ticks[found - sorted];
    size_t next = at;
    while (next < schedule->slices.size &&
           !is_passed_by (schedule->slices.begin + next, tick))
      next++;
    bool again = tick.thread == last.thread && tick.word == last.word;
    if (next == schedule->slices.size || again)
      continue;
    for (; at < next; at++)
      FT_PUSH (with.slices, schedule->slices.begin[at]);
    FT_PUSH (
        with.slices,
        ((ft_replay_slice){.to = tick, .at_or_after = true, .gdb_stop = true}));
    events->begin[kept++] = events->begin[i];
    last = tick;
  }
  for (; at < schedule->slices.size; at++)
    FT_PUSH (with.slices, schedule->slices.begin[at]);
  events->size = kept;
  FT_RELEASE (schedule->slices);
  schedule->slices = with.slices;
}

bool ft_replay_schedule_add_stops (ft_replay_schedule *schedule,
                                   const char *run, const ft_trace *trace,
                                   const ft_witness *witness,
                                   ft_replay_stops *events, ft_error *error) {
  choose (events, trace, witness);
  ft_pos *sorted = FT_ARRAY (ft_pos, events->size + 1);
  ft_tick *ticks = FT_ARRAY (ft_tick, events->size + 1);
  bool fine = find_ticks (events, run, trace, sorted, ticks, error);
  if (fine)
    insert (schedule, events, sorted, ticks);
  free (sorted);
  free (ticks);
  return fine;
}
