// Runs a program under the runtime that is linked into it: starts the program
// with FORETRACE_RUN in its environment and without address space randomisation
// (where that is permitted), waits for its end, and kills it at its time limit.

#ifndef FT_RECORD_TARGET_H
#define FT_RECORD_TARGET_H

#include <stdbool.h>
#include <sys/types.h>

#include "record/descriptors.h"
#include "record/input_set.h"

typedef struct ft_target {
  const char *path;           // of the program
  char *const *arguments;     // argv, ends with NULL
  const char *run;            // the run directory, absolute
  const char *directory;      // working directory; NULL: foretrace's
  const char *input;          // file for standard input; NULL: foretrace's
  const ft_descriptors *descriptors; // that it inherits; NULL: foretrace's
  char *const *environment;   // ends with NULL; NULL: foretrace's
  const ft_input_set *inputs; // symbolic variables of its environment, or NULL
  bool silent;                // its output goes to /dev/null
  const char *captured; // with 'silent': a directory, where its output goes to
                        // the files FT_TARGET_OUTPUT and FT_TARGET_ERRORS; NULL
  // For a replay: the program has a process group of its own, which is killed
  // at the time limit or when the user interrupts; any process may trace it;
  // all processes that it has started are killed at its end.  Otherwise
  // foretrace passes signals that end programs on to the program.
  bool replay;
  bool debugged; // for a replay: 'watch' starts processes that stay
  // Not for a replay: the second such signal kills the program and all
  // processes that it started.
  bool insistent;
  double seconds; // time limit; 0: none
  // Called a few times a second with the process; false kills the program.  May
  // be NULL.
  bool (*watch) (void *context, pid_t);
  void *context;
} ft_target;

#define FT_TARGET_OUTPUT "program-output"
#define FT_TARGET_ERRORS "program-errors"

typedef struct ft_target_exit {
  int status;       // exit status
  int signal;       // the signal that ended the program, or 0
  bool timed_out;   // killed at the time limit
  bool deadlocked;  // the runtime saw that no thread can go on
  bool dismissed;   // killed since 'watch' returned false
  unsigned signals; // number of signals that were passed on
  int interrupted; // signal by which the user interrupted foretrace, or 0: in a
                   // replay the first, else the second of an insistent target
  double seconds;  // duration
} ft_target_exit;

// False and an error (69) when the program could not be started.
bool ft_target_run (const ft_target *, ft_target_exit *, ft_error *);

#endif
