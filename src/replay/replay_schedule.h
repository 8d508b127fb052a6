// From a witness to a replay schedule that the runtime follows.
//
// A witness orders events of the trace; a replay schedule orders ranges of the
// threads' logs, called slices, one level lower.  The trace has no events for
// memory that only one thread uses; a thread accesses it on its way.  A slice
// ends at the first tick after its last event where the thread can be stopped
// ("pass N TICK").  At the end each racing thread is held right before its
// racing access, or each deadlocked one before the acquire that would block it
// ("run N TICK").  Of a race under c11 the first access is on the way, and only
// the thread of the second one is held.
//
// src/runtime/replay_text.c reads the text (format: runtime/replayer.h): change
// both together.

#ifndef FT_REPLAY_REPLAY_SCHEDULE_H
#define FT_REPLAY_REPLAY_SCHEDULE_H

#include "base/strbuf.h"
#include "load/load.h"
#include "witness/witness.h"

typedef struct ft_replay_thread {
  uint32_t parent;
  uint32_t child; // number among the threads that the parent created, from 0
  uint64_t words; // of its log in the recording
} ft_replay_thread;

typedef struct ft_replay_slice {
  ft_tick to;         // the thread, and the tick up to which it runs
  bool at_or_after;   // or its first scheduling point after the tick
  bool enters_kernel; // and until it enters a blocking call there
  bool blocks;        // and until it waits there
  bool ends;          // and the process ends there
  bool gdb_stop; // as 'at_or_after', and a debugger may stop (replay_stops.h)
} ft_replay_slice;

enum ft_replay_end {   // when all threads are held,
  FT_REPLAY_THEN_FREE, // the program runs on under its scheduling policy
  FT_REPLAY_THEN_STOP, // the program ends
  FT_REPLAY_THEN_GDB,  // a debugger attaches
  FT_REPLAY_THEN_STEPS, // a debugger has attached at the first stop
  FT_REPLAY_THEN_WHOLE // as FREE, but the program ends where it diverges
};

typedef struct ft_replay_hold {
  uint32_t thread;
  uint64_t tick;   // where it is held: at its access, or at an earlier record
                   // of the same call,
  unsigned passes; // behind so many scheduling points at this tick
  uint64_t access; // tick of the record that has to come next; 0 for any
  bool is_closer;  // moved there by 'ft_replay_schedule_hold_closer'
} ft_replay_hold;

typedef struct ft_replay_stale { // a load that returns an older store
  ft_tick at;                    // its record
  uint64_t address, value;
  unsigned bytes;
} ft_replay_stale;

typedef struct ft_replay_schedule {
  FT_STACK (ft_replay_thread) threads; // by number, as in the recording
  FT_STACK (ft_replay_slice) slices;
  FT_STACK (ft_tick) pending; // pending events of the witness, in its order
  FT_STACK (ft_replay_hold) holds; // where their threads are held
  FT_STACK (ft_replay_stale) stale; // in the order of each thread
} ft_replay_schedule;

// The thread cannot be stopped at 'at', where it is to be held, since a library
// function makes several records in one step.  Holds it at 'before', the first
// of these records.  False when the schedule does not hold it at 'at', or was
// changed to hold it there.
bool ft_replay_schedule_hold_earlier (ft_replay_schedule *, ft_tick at,
                                      uint64_t before);

// The thread was held too early: it went through code that is not recorded
// before its access, whose tick is 'at'.  Holds it at the last scheduling point
// that it passed there.  False when the schedule does not hold it for that.
bool ft_replay_schedule_hold_closer (ft_replay_schedule *, ft_tick at,
                                     uint64_t tick, unsigned passes);

// The access of the pair, 0 or 1, that its thread makes first when both threads
// are held.  False when the schedule does not hold two threads.
bool ft_replay_schedule_set_first (ft_replay_schedule *, unsigned access);

void ft_replay_schedule_release (ft_replay_schedule *); // {0} is empty

// 'trace' is the trace of the run directory 'run', and the witness is one of
// this trace.  All events of the witness were recorded (else see probe_run.h).
// A witness with FT_NO_ID as its pair holds no threads.
bool ft_replay_schedule_of_witness (ft_replay_schedule *, const char *run,
                                    const ft_trace *trace, const ft_witness *,
                                    ft_error *);

// The whole schedule of a recording, light or not.
bool ft_replay_schedule_of_recording (ft_replay_schedule *, const char *run,
                                      ft_error *);

// Writes the text that the runtime reads.
void ft_replay_schedule_print (const ft_replay_schedule *, enum ft_replay_end,
                               ft_strbuf *text);

#endif
