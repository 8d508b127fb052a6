// Stops of a replay, where a debugger can look at the program: right before the
// events of the witness.
//
// A stop is a slice that ends before the event, inserted before the slice that
// runs the thread over the event.  So it does not change the schedule.  Cost:
// linear in the schedule, and a sort of its events.

#ifndef FT_REPLAY_REPLAY_STOPS_H
#define FT_REPLAY_REPLAY_STOPS_H

#include "replay/replay_schedule.h"
#include "witness/witness.h"

enum {
  FT_MAX_REPLAY_STOPS = 5000
}; // only the last events of a longer schedule

typedef FT_STACK (ft_id)
    ft_replay_stops; // events, in the order of the schedule

// Adds stops to a replay schedule of this witness; 'events' are the events with
// a stop.  If one record makes several events, such as a memcpy, the first of
// them has a stop; events that were not recorded have none.
bool ft_replay_schedule_add_stops (ft_replay_schedule *, const char *run,
                                   const ft_trace *, const ft_witness *,
                                   ft_replay_stops *events, ft_error *);

#endif
