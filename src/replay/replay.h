// Replays: a recorded program driven into a race or deadlock by the schedule
// of its witness, and looked at when it is there.

#ifndef FT_REPLAY_REPLAY_H
#define FT_REPLAY_REPLAY_H

#include "results/results.h"
#include "replay/replay_schedule.h"
#include "record/run_file.h"

// What the replays of one recording share.
typedef struct ft_replay_context {
  const char *run;       // the recording; borrowed
  const ft_trace *trace; // its trace; borrowed
  ft_run_file file;
  double seconds;    // that one replay may take
  const char *facts; // for a debugger (debugger.h); borrowed, NULL: none
} ft_replay_context;

// 69 and what to do when the program is not the one that was recorded any more,
// or is gone.
bool ft_replay_program_is_unchanged (const ft_run_file *, const char *run, ft_error *);

// 69 as above.  'seconds' 0: ten times what the recording took, and ten
// seconds.
bool ft_replay_context_init (ft_replay_context *, const char *run, const ft_trace *,
                      double seconds, ft_error *);
void ft_replay_context_release (ft_replay_context *);

// The program, by the plan, into the run directory 'run', and free after that.
bool ft_replay_run (const ft_replay_context *, const ft_replay_schedule *, const char *run,
                    ft_target_exit *, ft_error *);

typedef struct ft_replay_result {
  bool reached;  // confirmed by the logs of the replay
  bool parked;   // all threads were, as the runtime says
  ft_strbuf why; // unless reached: where it went another way; one line
  enum ft_replay_failure miss; // unless reached
  ft_target_exit ended;  // how the program ended; meaningless with FT_REPLAY_THEN_STOP
  bool hung;       // its time was over
  int interrupted; // by the user, with this signal
  bool again;      // the plan was changed, and may do better now
  bool steps;      // asked for in the debugger
} ft_replay_result;

void ft_replay_result_release (ft_replay_result *);

// One replay.  With 'show' its output is seen.  False and an error if the
// program could not be run at all.  A plan that wants a thread where it cannot
// be stopped is changed for the better.
bool ft_replay_once (const ft_replay_context *, const ft_witness *, ft_replay_schedule *,
                     enum ft_replay_end, bool show, ft_replay_result *, ft_error *);

#endif
