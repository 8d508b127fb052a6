// Recordings of an OpenMP program in which iterations that one thread executed
// are on different threads.
//
// A pair of such iterations is a candidate of the first recording.  It is
// certified if the check of a further recording certifies a race of the same two
// locations, with a witness of that recording.

#ifndef FT_CLI_REASSIGN_H
#define FT_CLI_REASSIGN_H

#include "report/iterations.h"

// The pairs of the recorded run of a trace, of threads and of lanes, but those that its results have
// certified already, undecided so far.  Nothing if the program has no OpenMP, or
// if its iterations are assigned by the environment.
void ft_reassign_find (ft_iterations *, const ft_trace *, const ft_results *,
                       const ft_deadline *);

typedef struct ft_reassign {
  char **program;        // with its arguments, ends with NULL
  char **options;        // of 'run', ends with NULL
  const char *directory; // of the first recording
} ft_reassign;

// Records with other assignments, and takes over the verdicts.  Recordings with
// races that the first one does not have are kept, as DIRECTORY.apart-N.
bool ft_reassign_perform (const ft_reassign *, ft_iterations *,
                          const ft_trace *, const ft_results *, ft_error *);

#endif
