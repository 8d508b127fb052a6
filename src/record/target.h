// A program run under the runtime that is linked into it: started with
// FORETRACE_RUN in its environment and without address space randomisation
// (where that is permitted), waited for, ended when its time is over.

#ifndef FT_RECORD_TARGET_H
#define FT_RECORD_TARGET_H

#include <stdbool.h>
#include <sys/types.h>

#include "record/input_set.h"

typedef struct ft_target {
  const char *path;           // of the program
  char *const *arguments;     // argv, ends with NULL
  const char *run;            // the run directory, absolute
  const char *directory;      // where to run; NULL: here
  const char *input;          // a file as standard input; NULL: ours
  const ft_input_set *inputs; // whose environment it gets; may be NULL
  bool silent;                // its output goes to /dev/null
  // Of a replay: in a process group of its own, which is killed when the time
  // is over or the user interrupts, and which anybody may trace; whatever it
  // has started ends with it.  Else signals that end programs are passed on,
  // for the program to decide.
  bool replay;
  bool debugged; // of a replay: 'watch' starts processes that stay
  // Not of a replay: the second such signal kills the program, and what it
  // started, if it still runs.
  bool insistent;
  double seconds; // 0: no limit
  // Called a few times a second with the process; returns whether to go on
  // waiting.  May be NULL.
  bool (*watch) (void *context, pid_t);
  void *context;
} ft_target;

typedef struct ft_target_exit {
  int status;       // exit status
  int signal;       // that ended it, or 0
  bool timed_out;   // killed when its time was over
  bool dismissed;   // killed since 'watch' said so
  unsigned signals; // that were passed on
  int interrupted;  // signal by which the user ended us, or 0: in a replay the
                    // first, else the second of an insistent target
  double seconds;
} ft_target_exit;

// False and an error (69) when it could not be started.
bool ft_target_run (const ft_target *, ft_target_exit *, ft_error *);

#endif
