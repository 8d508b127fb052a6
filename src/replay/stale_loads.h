// The loads of a replay that return older stores, as the execution graph of the
// witness says: the lines "stale" of its schedule (runtime/stale_load.h).

#ifndef FT_REPLAY_STALE_LOADS_H
#define FT_REPLAY_STALE_LOADS_H

#include "replay/replay_schedule.h"

// Whether the replay has to make loads return what the graph says.  In the
// recorded order they return these values by themselves.
bool ft_stale_loads_are_driven (const ft_witness *);

// The store that the witness has the event return, or NULL.
const ft_read_from *ft_stale_load_find (const ft_witness *, ft_id event);

// Adds the load, whose record is at 'at', if the event is one of the witness.
// False if the value of its store is not known.
bool ft_stale_load_add (ft_replay_schedule *, const ft_trace *,
                        const ft_witness *, ft_id event, ft_tick at,
                        ft_error *);

// Adds those among the first 'count' events of the schedule, which are recorded.
bool ft_stale_loads_add_recorded (ft_replay_schedule *, const char *run,
                                  const ft_trace *, const ft_witness *,
                                  size_t count, ft_error *);

#endif
