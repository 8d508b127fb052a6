// Where a debugger can look at a replay on its way: right before the events of
// the schedule.
//
// A halt stands before the run of its plan that takes the thread past the
// event, so it changes nothing: the thread would pass that place at that time
// anyway.  Linear in the schedule, and a sort of its events.

#ifndef FT_REPLAY_REPLAY_STOPS_H
#define FT_REPLAY_REPLAY_STOPS_H

#include "replay/replay_schedule.h"
#include "witness/witness.h"

enum { FT_MAX_REPLAY_STOPS = 5000 }; // the last ones of a longer schedule

typedef FT_STACK (ft_id) ft_replay_stops; // events, in the order of the schedule

// Adds halts to a plan for this witness; 'events' are what they stand before.
// Of events at one place, as a memcpy makes them, the first has it; those that
// were not recorded have none.
bool ft_replay_schedule_add_stops (ft_replay_schedule *, const char *run, const ft_trace *,
                        const ft_witness *, ft_replay_stops *events, ft_error *);

#endif
