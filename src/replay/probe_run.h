// Replay schedules of witnesses that leave the recorded path.
//
// A replay schedule needs ticks, and the recording has none for events on an
// alternative path.  A probe run finds them: it follows the replay schedule as
// far as that is known, then runs one thread alone, with all other threads
// held. The thread reads the values that the witness demands, and its log has
// the ticks.  Events are recognised by their kind and location.  Costs one
// probe run for each range of events of one thread, from the first event on
// that was not recorded, and one for each racing access; several if the thread
// makes many records before the event.
//
// Tested by the programs of tests/programs that state a race under path.

#ifndef FT_REPLAY_PROBE_RUN_H
#define FT_REPLAY_PROBE_RUN_H

#include "replay/replay.h"

// Of a failure the thread that fails goes on alone at the end.  Otherwise as
// 'ft_replay_schedule_of_witness', without a probe run if all events of the
// witness were recorded.  False and an error also when a thread does not do
// what the witness demands.
bool ft_probe_schedule (ft_replay_schedule *, const ft_replay_context *,
                        const ft_witness *, ft_error *);

// Whether the event at 'i' of the schedule has a record of its own.  Local computations have
// none, nor has the look at an object or a value that an operation begins with.
bool ft_probe_has_record (const ft_trace *, const ft_witness *, size_t i);

// How events are recognised that are not known by the names of their locations: whether this
// event of the trace may be at this location of the program.
typedef struct ft_probe_places {
  bool (*is_place) (void *context, ft_id event, const char *location);
  void *context;
} ft_probe_places;

// The same for a finding of which the run has no event at all: the trace of the replays is no
// trace of their run (route_replay.h).
bool ft_probe_places_schedule (ft_replay_schedule *, const ft_replay_context *,
                               const ft_witness *, const ft_probe_places *,
                               ft_error *);

#endif
