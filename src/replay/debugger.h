// gdb on a program that is held at its race, or on its way there.  gdb has the
// command 'foretrace' (src/replay/gdb.py), which shows the descriptions that
// the caller gives.

#ifndef FT_REPLAY_DEBUGGER_H
#define FT_REPLAY_DEBUGGER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

typedef struct ft_debugger {
  const char *run; // directory of the replay
} ft_debugger;

// Writes the script and the descriptions for it, a JSON text, into the
// directory of the replay.
bool ft_debugger_write (const char *run, const char *facts, ft_error *);

// Whether the user asked in gdb for a replay from the first event of the
// schedule on ('foretrace restart').
bool ft_debugger_wants_steps (const char *run);

// False and an error (69), with the remedy, when there is no gdb.
bool ft_debugger_check (ft_error *);

// For 'ft_target.watch': starts gdb when the program is held; false when the
// user has left gdb.
bool ft_debugger_watch (void *debugger, pid_t program);

#endif
