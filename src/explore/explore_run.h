// One run of the exploration: the schedule made, the program recorded under
// it, the trace checked, what is certified replayed; all it teaches, as a line
// for the journal.

#ifndef FT_EXPLORE_EXPLORE_RUN_H
#define FT_EXPLORE_EXPLORE_RUN_H

#include <jansson.h>

#include "base/error.h"
#include "explore/search_state.h"
#include "explore/types.h"
#include "record/target.h"

// NULL and an error when the program cannot be run at all, or (with code 0)
// the user has interrupted.  'answer' is where the caller writes the line to;
// a trial that finds no course in time does that itself, and ends the process.
json_t *ft_explore_run (const ft_explore_options *, const ft_search_state *,
                  const ft_job *, const char *answer, ft_error *);

// "DIR/runs/N".
char *ft_explore_run_path (const ft_explore_options *, unsigned run);

// ---- rerun -----------------------------------------------------------------

// A run of the exploration once more: its whole schedule, its input, and its
// output seen.  This is how a crash or a hang that was found is looked at.

// False and an error when there is no such run (64), or it cannot be run again.
bool ft_explore_rerun (const ft_explore_options *, unsigned run, ft_target_exit *,
               ft_error *);

#endif
