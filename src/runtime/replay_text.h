// The replay schedule as the runtime has it: DIR/plan, parsed (format:
// replayer.h).

#ifndef FT_RUNTIME_REPLAY_TEXT_H
#define FT_RUNTIME_REPLAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ft_replay_text_end { // after the last step
  FT_REPLAY_END_FREE,     // the usual scheduling policy
  FT_REPLAY_END_STOP,     // the process ends
  FT_REPLAY_END_GDB,      // as FREE, when a debugger lets the program go on
  FT_REPLAY_END_WHOLE,    // as FREE, but the process ends if a thread diverges
};

struct ft_replay_step {
  uint32_t thread;
  uint64_t tick;    // up to which it runs
  bool at_or_after; // the first scheduling point at or after the tick ends the
                    // step
  bool enters_kernel; // the step ends when it enters a blocking call there
  bool blocks;        // the step ends when it blocks there
  bool ends;          // the process ends there
  uint64_t further;   // or at most so many words further
  bool gdb_stop;      // a debugger may stop the program there
  // of a hold
  uint64_t last;   // tick of the record that has to come next; 0 for any
  unsigned passes; // held behind so many scheduling points at 'tick'
};

struct ft_stale_load { // see stale_load.h
  uint32_t thread;
  unsigned bytes;
  uint64_t tick, address, value;
};

struct ft_replay_text {
  struct ft_replay_text_thread {
    uint32_t id, parent, child;
  } * threads;
  struct ft_replay_step *steps;
  struct ft_replay_step *holds; // where threads are held at the end
  struct ft_stale_load *stale;
  size_t thread_count, step_count, hold_count, stale_count;
  enum ft_replay_text_end end;
};

// Reads DIR/plan.  Ends the process when the file cannot be read (status 69) or
// is no replay schedule (65).
struct ft_replay_text ft_replay_text_read (void);

#endif
