// The text of a plan, parsed; see plan.h.

#ifndef FT_RUNTIME_REPLAY_TEXT_H
#define FT_RUNTIME_REPLAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ft_replay_text_end { FT_REPLAY_END_FREE, FT_REPLAY_END_STOP, FT_REPLAY_END_GDB };

struct ft_replay_step {
  uint32_t thread;
  uint64_t place;
  bool past; // the first switch point at or past the place will do
  bool away; // and there it leaves for a blocking call
  bool halt; // and a debugger may look at it
};

struct ft_replay_text {
  struct ft_replay_text_thread {
    uint32_t id, parent, child;
  } * threads;
  struct ft_replay_step *steps, *parks;
  size_t thread_count, step_count, park_count;
  enum ft_replay_text_end then;
};

// Of DIR/plan.  Ends the process when it cannot be read (status 69) or is not
// a plan (65).
struct ft_replay_text ft_replay_text_read (void);

#endif
