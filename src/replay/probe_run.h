// Plans for schedules that leave the recorded path.
//
// A plan names places in the logs of threads, and the recording has none for
// what it did not do.  So a thread that takes the other side of a branch is
// sent ahead: a run of the program follows the plan as far as it is known, then
// this thread runs alone, with all others where they are, so that it reads what
// the schedule has it read, and its log tells the places.  Events are known
// again by their kind and location.  One run for each stretch of the schedule
// from the first event on that was not recorded, and one for each racing
// access; several for a thread that goes on for long.
//
// Tested by the programs of tests/programs that state a race under path.

#ifndef FT_REPLAY_PROBE_RUN_H
#define FT_REPLAY_PROBE_RUN_H

#include "replay/replay.h"

// As 'ft_replay_schedule_of_witness', which it calls; a witness whose events were all recorded
// takes no run.  False and an error also when a thread does not do what the
// schedule says.
bool ft_probe_schedule (ft_replay_schedule *, const ft_replay_context *, const ft_witness *,
                    ft_error *);

#endif
