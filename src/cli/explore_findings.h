// The findings of an exploration as results files: of each run that has findings which no
// earlier run has, DIR/runs/N/results.json, as 'foretrace run' leaves one in a recording.
// 'report' reads them, and 'db add' takes all of a directory.

#ifndef FT_CLI_EXPLORE_FINDINGS_H
#define FT_CLI_EXPLORE_FINDINGS_H

#include "base/stack.h"
#include "explore/search_state.h"
#include "predict/check.h"

// Keeps the results of a run ('keep' of ft_explore_options).  Without space on the disk
// they are not kept, with a warning.
void ft_explore_findings_keep (const ft_trace *, const ft_results *,
                               const ft_check_options *);

// Keeps the bad ends of runs that came again, and that no predicted failure explains, in
// "DIR/bad-ends.json".  False and an error if that cannot be written.
bool ft_explore_findings_keep_ends (const ft_search_state *,
                                    const char *directory, const char *program,
                                    ft_error *);

// Whether the directory is one of 'foretrace explore'.
bool ft_explore_findings_are_in (const char *directory);

// The results files of an exploration, in the order of their runs, then its bad ends.  False and an error if
// it has none although its journal has findings: an earlier foretrace kept none.
typedef FT_STACK (char *) ft_explore_findings; // owned paths
bool ft_explore_findings_list (ft_explore_findings *, const char *directory,
                               ft_error *);
void ft_explore_findings_release (ft_explore_findings *);

#endif
