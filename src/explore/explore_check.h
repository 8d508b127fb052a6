// The check of a run's trace: its candidates, and the races and failures among
// them, each confirmed by replays on the program itself.

#ifndef FT_EXPLORE_EXPLORE_CHECK_H
#define FT_EXPLORE_EXPLORE_CHECK_H

#include <jansson.h>

#include "explore/search_state.h"
#include "trace/trace.h"

// Adds "candidates", "deadlocks", "failures" and "races" to the journal entry of
// a run, and writes the witness of each failure, and the witness and the plan of
// each race, to "DIR/races".  False and an
// error if the program cannot be run again, or (with code 0) if the user has
// interrupted.
bool ft_explore_check (const ft_explore_options *, const ft_search_state *,
                       const ft_job *, const ft_trace *, json_t *line,
                       ft_error *);

#endif
