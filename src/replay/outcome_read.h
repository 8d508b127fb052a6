// The replay outcome: the file 'outcome' in the run directory of a replay,
// which src/runtime/outcome_write.c writes (format: runtime/replayer.h).

#ifndef FT_REPLAY_OUTCOME_READ_H
#define FT_REPLAY_OUTCOME_READ_H

#include <sys/types.h>

#include "base/stack.h"
#include "load/load.h"

enum ft_replay_outcome_kind {
  FT_REPLAY_OUTCOME_NONE,    // the program ended, or hung, before an outcome
  FT_REPLAY_OUTCOME_STOPPED, // at a stop for a debugger, before its end
  FT_REPLAY_OUTCOME_REACHED,
  FT_REPLAY_OUTCOME_DIVERGED,
};

typedef struct ft_held_thread {
  ft_tick at;
  pid_t task; // the kernel's number of the thread
} ft_held_thread;

typedef struct ft_replay_outcome {
  enum ft_replay_outcome_kind kind;
  ft_tick at;      // DIVERGED: the thread, and its tick
  char *text;      // DIVERGED: the reason; owned
  uint64_t before; // DIVERGED: if the thread could not be stopped at the tick,
                   // the last tick before where it could; else 0
  bool strayed;    // DIVERGED: the thread passed more scheduling points between
                   // where it was held and its record at 'at',
  uint64_t closer_tick; // the last of them, and its number there
  unsigned passes;
  FT_STACK (ft_held_thread) held;
} ft_replay_outcome;

// A file without a complete line is FT_REPLAY_OUTCOME_NONE.
void ft_replay_outcome_read (ft_replay_outcome *, const char *run);
void ft_replay_outcome_release (ft_replay_outcome *);

#endif
