// Races on alternative paths that a thread takes because an atomic load returns
// an older store: a thread that finds the flag of the other one not yet set,
// although it has been (store buffering), goes where the run did not go.

#ifndef FT_PREDICT_STALE_PATHS_H
#define FT_PREDICT_STALE_PATHS_H

#include "predict/stale_reads.h"
#include "witness/checker.h"

// The alternative paths of a trace, for all of its pairs.
typedef struct ft_stale_paths {
  const ft_trace *trace;      // borrowed
  const ft_stale_reads *same; // borrowed: loads of the recorded order that may return
                              // older stores of the same values, which then order nothing
  ft_id *path_of;   // owned; by event of alternative paths: its path
  ft_id *branch_of; // owned; by path: its branch
} ft_stale_paths;

void ft_stale_paths_init (ft_stale_paths *, const ft_trace *,
                          const ft_stale_reads *same);
void ft_stale_paths_release (ft_stale_paths *);

// Looks for an execution graph under rc11 and the path model in which the pair,
// an access of which is on an alternative path, races.  True: '*w' is a witness,
// owned by the caller from now on.
bool ft_stale_path_certify (ft_checker *, const ft_stale_paths *,
                            const ft_id pair[2], ft_witness *w);

#endif
