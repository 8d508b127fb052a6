// 'foretrace run' as a process of its own, for commands that make many recordings.

#ifndef FT_CLI_RUN_AGAIN_H
#define FT_CLI_RUN_AGAIN_H

#include <stdbool.h>

#include "base/error.h"
#include "base/stack.h"

typedef struct ft_run_again {
  char **options; // of 'run', ends with NULL; borrowed, as all here
  char **program; // with its arguments, ends with NULL
  const char *directory; // of the recording
  const char *where;     // directory in which the program runs; NULL: this one
  char **environment;    // "NAME=VALUE" beside this process's, ends with NULL; or NULL
} ft_run_again;

// Runs it, with no input and its output dropped, and waits.  False and an error if
// it cannot be started; what became of it is in the directory.
bool ft_run_again_perform (const ft_run_again *, ft_error *);

#endif
