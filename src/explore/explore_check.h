// What the trace of a run proves: its candidates, and which of them are races,
// each confirmed on the program itself.

#ifndef FT_EXPLORE_EXPLORE_CHECK_H
#define FT_EXPLORE_EXPLORE_CHECK_H

#include <jansson.h>

#include "explore/search_state.h"
#include "trace/trace.h"

// Adds "candidates" and "races" to the line of a run.  Witness and plan of a
// race are left in "DIR/races".  False and an error when the program cannot be
// run again, or (with code 0) the user has interrupted.
bool ft_explore_check (const ft_explore_options *, const ft_search_state *, const ft_job *,
               const ft_trace *, json_t *line, ft_error *);

#endif
