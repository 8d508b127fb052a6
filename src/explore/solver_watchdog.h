// An end to thinking about what to run: solvers have steps that no limit of
// theirs interrupts.  Who has thought too long, by the time of its processors,
// leaves a line that says so, with the ways over branches that it asked for, so
// that the one it hangs on is not asked for again, and ends.

#ifndef FT_EXPLORE_SOLVER_WATCHDOG_H
#define FT_EXPLORE_SOLVER_WATCHDOG_H

#include <jansson.h>

#include "explore/concolic_step.h"

// From now on.  'line' is how that line begins; 'asked' grows meanwhile.
void ft_solver_watchdog_start (const char *answer, const json_t *line,
                    const ft_path_key_list *asked);
void ft_solver_watchdog_stop (void); // it was in time

#endif
