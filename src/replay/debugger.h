// gdb on a program that is parked at its race, or on its way there: with the
// command 'foretrace' (gdb.py), which knows the facts that the caller gives.

#ifndef FT_REPLAY_DEBUGGER_H
#define FT_REPLAY_DEBUGGER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

typedef struct ft_debugger {
  const char *run; // directory of the replay
} ft_debugger;

// For gdb.py, into the directory of the replay: what is to be shown, as JSON,
// and the script itself.
bool ft_debugger_write (const char *run, const char *facts, ft_error *);

// Whether the user wants to go from the first event of the schedule on.
bool ft_debugger_wants_steps (const char *run);

// 69 and what to do when there is no gdb.
bool ft_debugger_check (ft_error *);

// For 'ft_target.watch': starts gdb when the program is parked; false when
// the user has left it.
bool ft_debugger_watch (void *debugger, pid_t program);

#endif
