// Replays: a recorded program driven into a race or deadlock by the schedule
// of its witness, and looked at when it is there.

#ifndef FT_REPLAY_REPLAY_H
#define FT_REPLAY_REPLAY_H

#include "results/results.h"
#include "replay/plan.h"
#include "record/run_file.h"

// What the replays of one recording share.
typedef struct ft_replays {
  const char *run;       // the recording; borrowed
  const ft_trace *trace; // its trace; borrowed
  ft_run_file file;
  double seconds;    // that one replay may take
  const char *facts; // for a debugger (debugger.h); borrowed, NULL: none
} ft_replays;

// 69 and what to do when the program is not the one that was recorded any more,
// or is gone.
bool ft_replay_is_fresh (const ft_run_file *, const char *run, ft_error *);

// 69 as above.  'seconds' 0: ten times what the recording took, and ten
// seconds.
bool ft_replays_init (ft_replays *, const char *run, const ft_trace *,
                      double seconds, ft_error *);
void ft_replays_release (ft_replays *);

// The program, by the plan, into the run directory 'run', and free after that.
bool ft_replay_run (const ft_replays *, const ft_plan *, const char *run,
                    ft_ended *, ft_error *);

typedef struct ft_replay {
  bool reached;  // confirmed by the logs of the replay
  bool parked;   // all threads were, as the runtime says
  ft_strbuf why; // unless reached: where it went another way; one line
  enum ft_replay_miss miss; // unless reached
  ft_ended ended;  // how the program ended; meaningless with FT_PLAN_STOP
  bool hung;       // its time was over
  int interrupted; // by the user, with this signal
  bool again;      // the plan was changed, and may do better now
  bool steps;      // asked for in the debugger
} ft_replay;

void ft_replay_release (ft_replay *);

// One replay.  With 'show' its output is seen.  False and an error if the
// program could not be run at all.  A plan that wants a thread where it cannot
// be stopped is changed for the better.
bool ft_replay_once (const ft_replays *, const ft_witness *, ft_plan *,
                     enum ft_plan_then, bool show, ft_replay *, ft_error *);

#endif
