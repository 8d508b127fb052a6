// What the runtime says of a replay: 'outcome' in the replay's run directory,
// written by src/runtime/plan.c.

#ifndef FT_REPLAY_ARRIVAL_H
#define FT_REPLAY_ARRIVAL_H

#include <sys/types.h>

#include "base/stack.h"
#include "load/load.h"

enum ft_arrival_kind {
  FT_ARRIVAL_NONE,   // nothing was written: the program ended, or hung, before
  FT_ARRIVAL_HALTED, // under a debugger, on its way
  FT_ARRIVAL_REACHED,
  FT_ARRIVAL_DIVERGED,
};

typedef struct ft_parked {
  ft_place at;
  pid_t task; // of the kernel
} ft_parked;

typedef struct ft_arrival {
  enum ft_arrival_kind kind;
  ft_place at; // DIVERGED: where
  char *text;  // DIVERGED: what the runtime says; owned
  uint64_t
      before; // DIVERGED: where it could last be stopped; 0: it could there
  FT_STACK (ft_parked) parked;
} ft_arrival;

// A file that is not whole yet is FT_ARRIVAL_NONE.
void ft_arrival_read (ft_arrival *, const char *run);
void ft_arrival_release (ft_arrival *);

#endif
