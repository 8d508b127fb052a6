// From a witness to a plan that the runtime follows.
//
// A witness orders events of the trace; a plan orders stretches of the
// threads' logs, which is the same thing one level lower.  The trace leaves
// out what only one thread can see; a thread does that on its way.  A stretch
// ends at the first place after its last event where the thread can be stopped
// ("pass N PLACE"); at the end each racing thread stands right before its
// racing access, or each deadlocked one before the acquire that would block it
// ("run N PLACE").
//
// The file is read by src/runtime/replayer.c: change both together.

#ifndef FT_REPLAY_REPLAY_SCHEDULE_H
#define FT_REPLAY_REPLAY_SCHEDULE_H

#include "base/strbuf.h"
#include "load/load.h"
#include "witness/witness.h"

typedef struct ft_replay_thread {
  uint32_t parent, child; // it is the parent's so-and-so-many-th, from 0
  uint64_t words;         // of its log in the recording
} ft_replay_thread;

typedef struct ft_replay_slice {
  ft_tick to;
  bool past; // the first place after it where a thread can stop will do, too
  bool away; // it leaves for a blocking call there
  bool halt; // passed, and a debugger may look; see halts.h
} ft_replay_slice;

enum ft_replay_end {
  FT_REPLAY_THEN_FREE,
  FT_REPLAY_THEN_STOP,
  FT_REPLAY_THEN_GDB,  // with a debugger, from the race on
  FT_REPLAY_THEN_STEPS // from the first halt on
};

typedef struct ft_replay_schedule {
  FT_STACK (ft_replay_thread) threads; // by number, as in the recording
  FT_STACK (ft_replay_slice) runs;
  FT_STACK (ft_tick) parks; // in the order of the witness
  FT_STACK (ft_tick) stops; // where they stand: there, or a little earlier
} ft_replay_schedule;

// A thread cannot be stopped at 'at', where it is to be parked, since a library
// function makes several records in one step; it is at 'before', its first one.
// False when the plan does not want it there.
bool ft_replay_schedule_hold_earlier (ft_replay_schedule *, ft_tick at, uint64_t before);

void ft_replay_schedule_release (ft_replay_schedule *); // (ft_replay_schedule){0} is empty

// 'trace' is that of the run directory 'run', which the witness is about.  All
// its events were recorded (else see scout.h).  With FT_NO_ID as its pair
// nobody is parked.
bool ft_replay_schedule_of_witness (ft_replay_schedule *, const char *run, const ft_trace *trace,
                   const ft_witness *, ft_error *);

// The whole schedule of a recording, light or not.
bool ft_replay_schedule_of_recording (ft_replay_schedule *, const char *run, ft_error *);

void ft_replay_schedule_print (const ft_replay_schedule *, enum ft_replay_end, ft_strbuf *text);

#endif
