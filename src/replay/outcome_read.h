// What the runtime says of a replay: 'outcome' in the replay's run directory,
// written by src/runtime/replayer.c.

#ifndef FT_REPLAY_OUTCOME_READ_H
#define FT_REPLAY_OUTCOME_READ_H

#include <sys/types.h>

#include "base/stack.h"
#include "load/load.h"

enum ft_replay_outcome_kind {
  FT_REPLAY_OUTCOME_NONE,   // nothing was written: the program ended, or hung, before
  FT_REPLAY_OUTCOME_STOPPED, // under a debugger, on its way
  FT_REPLAY_OUTCOME_REACHED,
  FT_REPLAY_OUTCOME_DIVERGED,
};

typedef struct ft_held_thread {
  ft_tick at;
  pid_t task; // of the kernel
} ft_held_thread;

typedef struct ft_replay_outcome {
  enum ft_replay_outcome_kind kind;
  ft_tick at; // DIVERGED: where
  char *text;  // DIVERGED: what the runtime says; owned
  uint64_t
      before; // DIVERGED: where it could last be stopped; 0: it could there
  FT_STACK (ft_held_thread) parked;
} ft_replay_outcome;

// A file that is not whole yet is FT_REPLAY_OUTCOME_NONE.
void ft_replay_outcome_read (ft_replay_outcome *, const char *run);
void ft_replay_outcome_release (ft_replay_outcome *);

#endif
