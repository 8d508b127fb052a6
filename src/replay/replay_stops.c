#include "replay/replay_stops.h"

#include <stdlib.h>

typedef struct placed {
  ft_pos event;
  ft_tick at;
} placed;

// Which events of the schedule get a halt, in its order.
static void choose (ft_replay_stops *events, const ft_trace *trace,
                    const ft_witness *witness) {
  size_t n = witness->schedule.size;
  for (size_t i = n > FT_MAX_REPLAY_STOPS ? n - FT_MAX_REPLAY_STOPS : 0; i < n; i++) {
    ft_id e = witness->schedule.begin[i];
    if (e < trace->size && !ft_kind_computes (trace->events[e].kind))
      FT_PUSH (*events, e);
  }
}

// Where the events are in the logs, in the order of the events.
static bool find_places (const ft_replay_stops *events, const char *run,
                         ft_pos *sorted, ft_tick *places, ft_error *error) {
  for (size_t i = 0; i < events->size; i++)
    sorted[i] = events->begin[i];
  qsort (sorted, events->size, sizeof *sorted, ft_compare_positions);
  return ft_load_ticks (run, sorted, events->size, places, error);
}

static bool is_passed_by (const ft_replay_slice *run, ft_tick at) {
  return run->to.thread == at.thread && run->to.word > at.word;
}

// Copies the runs, each halt before the one that passes it; halts without a
// place of their own, or that no run passes, are left out of 'events'.
static void insert (ft_replay_schedule *plan, ft_replay_stops *events, const ft_pos *sorted,
                    const ft_tick *places) {
  ft_replay_schedule with = {0};
  size_t at = 0, kept = 0;
  ft_tick last = {FT_NO_ID, 0};
  for (size_t i = 0; i < events->size; i++) {
    ft_pos wanted = events->begin[i];
    const ft_pos *found = bsearch (&wanted, sorted, events->size,
                                   sizeof *sorted, ft_compare_positions);
    ft_tick place = places[found - sorted];
    size_t next = at;
    while (next < plan->runs.size &&
           !is_passed_by (plan->runs.begin + next, place))
      next++;
    bool again = place.thread == last.thread && place.word == last.word;
    if (next == plan->runs.size || again)
      continue;
    for (; at < next; at++)
      FT_PUSH (with.runs, plan->runs.begin[at]);
    FT_PUSH (with.runs,
             ((ft_replay_slice){.to = place, .past = true, .halt = true}));
    events->begin[kept++] = events->begin[i];
    last = place;
  }
  for (; at < plan->runs.size; at++)
    FT_PUSH (with.runs, plan->runs.begin[at]);
  events->size = kept;
  FT_RELEASE (plan->runs);
  plan->runs = with.runs;
}

bool ft_replay_schedule_add_stops (ft_replay_schedule *plan, const char *run, const ft_trace *trace,
                        const ft_witness *witness, ft_replay_stops *events,
                        ft_error *error) {
  choose (events, trace, witness);
  ft_pos *sorted = FT_ARRAY (ft_pos, events->size + 1);
  ft_tick *places = FT_ARRAY (ft_tick, events->size + 1);
  bool fine = find_places (events, run, sorted, places, error);
  if (fine)
    insert (plan, events, sorted, places);
  free (sorted);
  free (places);
  return fine;
}
