// Replays of a route (route.h) on a recorded run of another build.
//
// The ticks of the new build are not known.  Probe runs (probe_run.h) find them step by step:
// the program follows the steps whose ticks are known, then one thread goes on alone until it
// comes to the next one.  A line is known by its mark, and by its column if the build has that
// line with these columns.  When both accesses are next, replays confirm the race from their
// own logs as those of a witness (confirm.h).  A thread that does not come to its step, because
// another one holds a lock, say, says that this schedule does not lead there, and no more.
//
// A deadlock or a failure is seen as in replays of its witness (failure_replay.h), at a line
// with the mark of its place: threads wait at all acquires of the deadlock, or the program
// ends by the failure.

#ifndef FT_REPLAY_ROUTE_REPLAY_H
#define FT_REPLAY_ROUTE_REPLAY_H

#include "base/strbuf.h"
#include "replay/route.h"

typedef struct ft_route_replayed {
  unsigned runs, reached;
  ft_strbuf why; // unless one reached it: where the program left the route
} ft_route_replayed;

void ft_route_replayed_release (ft_route_replayed *);

// 'run' is a recording of the build under any schedule.  False and an error if it cannot be
// read or the program not be run.
bool ft_route_replay (const ft_route *, const char *run, unsigned runs,
                      ft_route_replayed *, ft_error *);

#endif
