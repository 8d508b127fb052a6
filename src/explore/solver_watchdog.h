// Solver watchdog: a timer on CPU time that ends a job whose solver calls do
// not return, since solvers have steps that none of their limits interrupts.
// The process writes a journal entry with the keys of the paths that it asked
// for, so that the one it hangs on is not asked for again, and ends.

#ifndef FT_EXPLORE_SOLVER_WATCHDOG_H
#define FT_EXPLORE_SOLVER_WATCHDOG_H

#include <jansson.h>

#include "explore/concolic_step.h"

// Starts the timer.  'answer' is the file of the entry, 'line' its first
// members; 'asked' may grow until the watchdog stops.
void ft_solver_watchdog_start (const char *answer, const json_t *line,
                               const ft_path_key_list *asked);
void ft_solver_watchdog_stop (void);

#endif
