// Schedule and input of a job, from what earlier runs left.

#ifndef FT_EXPLORE_RUN_INPUT_H
#define FT_EXPLORE_RUN_INPUT_H

#include "base/error.h"
#include "explore/concolic_step.h"
#include "explore/search_state.h"
#include "explore/types.h"
#include "witness/witness.h"

typedef struct ft_run_input {
  ft_run_schedule schedule;
  ft_input_set inputs;
  ft_path_key_list asked;  // ways over branches on input
  bool exhausted; // the same will never bring anything any more
} ft_run_input;

// The run whose input a job has; 0: what the program finds by itself.
unsigned ft_run_input_parent (const ft_search_state *, const ft_job *);

// False without an error when there is none that was not tried: improve
// returned none, no branch can be turned.  The caller releases it either way.
bool ft_run_input_choose (const ft_explore_options *, const ft_search_state *,
                    const ft_job *, ft_run_input *, ft_error *);
void ft_run_input_release (ft_run_input *);

// ---- swap ------------------------------------------------------------------

// Swap (Section 3.4 of the paper): the schedule of a race with its two events
// the other way round.  The program goes on after it, maybe in another way than
// it did.

// The plan of a race, in either order of its events.  The caller frees.
char *ft_swap_schedule (const char *plan, bool swapped);

// The events that it brings, for the witness that it was made from.
void ft_swap_events (const ft_trace *, const ft_witness *, bool swapped,
                     ft_sequence *);

#endif
