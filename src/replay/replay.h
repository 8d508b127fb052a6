// Replays: the program of a recorded run, forced into a race or deadlock along
// the schedule of a witness.

#ifndef FT_REPLAY_REPLAY_H
#define FT_REPLAY_REPLAY_H

#include "results/results.h"
#include "replay/replay_schedule.h"
#include "record/run_file.h"

typedef struct ft_replay_result ft_replay_result;

// The common data of all replays of one recording.
typedef struct ft_replay_context {
  const char *run;       // the recording; borrowed
  const ft_trace *trace; // its trace; borrowed
  ft_run_file file;
  double seconds; // time limit of one replay
  uint64_t words; // of all logs of one replay; then it records no more: the
                  // program may write records for ever
  const char
      *facts; // descriptions for a debugger (debugger.h); borrowed or NULL
  bool captures;       // the program's output goes to files of the replay, and
                       // what it sends to other processes
  bool ends_deadlocks; // the program ends when no thread of it can go on
  // Called at the end of a replay with its directory; may be NULL.
  void (*look) (void *context, const char *run, const ft_replay_result *);
  void *context;
} ft_replay_context;

// False and an error (69), with the remedy, when the program has changed since
// it was recorded, or does not exist any more.
bool ft_replay_program_is_unchanged (const ft_run_file *, const char *run,
                                     ft_error *);

// False and an error as above.  'seconds' 0: ten times the duration of the
// recording, and ten seconds.
bool ft_replay_context_init (ft_replay_context *, const char *run,
                             const ft_trace *, double seconds, ft_error *);
void ft_replay_context_release (ft_replay_context *);

// Runs the program along the replay schedule, into the run directory 'run', and
// then under its scheduling policy.
bool ft_replay_run (const ft_replay_context *, const ft_replay_schedule *,
                    const char *run, ft_target_exit *, ft_error *);

struct ft_replay_result {
  bool reached;                   // confirmed by the logs of the replay
  bool held;                      // the outcome is that all threads were held
  ft_strbuf why;                  // unless reached: the reason; one line
  enum ft_replay_failure failure; // unless reached
  ft_target_exit ended;           // how the program ended; undefined with
                                  // FT_REPLAY_THEN_STOP
  bool hung;                      // it was killed at the time limit
  int interrupted;                // signal by which the user interrupted, or 0
  bool schedule_changed;          // the schedule was changed for another replay
  bool wants_steps; // the user asked in gdb for a replay with stops
};

void ft_replay_result_release (ft_replay_result *);

// Replays the schedule once.  With 'show' the program's output is shown.  False
// and an error if the program could not be run at all.  When a thread cannot be
// stopped at the tick where it is to be held, the schedule is changed and
// replayed again.
bool ft_replay_once (const ft_replay_context *, const ft_witness *,
                     ft_replay_schedule *, enum ft_replay_end, bool show,
                     ft_replay_result *, ft_error *);

#endif
