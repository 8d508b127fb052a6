// The branches that decide whether a program fails.

#ifndef FT_EXPLORE_FAILURE_BRANCHES_H
#define FT_EXPLORE_FAILURE_BRANCHES_H

#include "trace/trace.h"

// By event: whether it is a branch whose other side is nearer to a call that
// ends the program (ft_distances_to_failures), and only few steps of code away
// from it.  NULL if there is no such call, or the code of the run cannot be
// read.  The caller frees.
bool *ft_failure_branches (const ft_trace *, const char *run);

#endif
