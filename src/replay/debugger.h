// gdb on a program that is parked at its race.

#ifndef FT_REPLAY_DEBUGGER_H
#define FT_REPLAY_DEBUGGER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

typedef struct ft_debugger {
  const char *run; // directory of the replay
  bool over;       // it was started and the user has left it
} ft_debugger;

// 69 and what to do when there is no gdb.
bool ft_debugger_check (ft_error *);

// For 'ft_target.watch': starts gdb when the program is parked; false when
// the user has left it.
bool ft_debugger_watch (void *debugger, pid_t program);

#endif
