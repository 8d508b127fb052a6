// Run inputs: the schedule and the input bytes that a job gives to the program,
// chosen from the search state and the recordings of earlier runs.

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
  ft_path_key_list asked; // keys of the paths that were asked for
  int level;              // CONCOLIC: the level at which the job ended
  bool exhausted;         // the same step will never find an input again
} ft_run_input;

// The run whose input a job has; 0: the input that the program finds by itself.
unsigned ft_run_input_parent (const ft_search_state *, const ft_job *);

// Chooses the run input of a job.  False without an error if there is none that
// was not tried: no better schedule, no branch that can be flipped.  The caller
// releases it in either case.
bool ft_run_input_choose (const ft_explore_options *, const ft_search_state *,
                          const ft_job *, ft_run_input *, ft_error *);
void ft_run_input_release (ft_run_input *);

// ---- swap ------------------------------------------------------------------

// Swap (Racageddon, Section 3.4): the schedule of a race with its two events in
// the other order.  The program continues after it, perhaps in another way.

// The plan of a race, in either order of its events.  The caller frees it.
char *ft_swap_schedule (const char *plan, bool swapped);

// Adds the events that this plan enforces; the witness is the one of the plan.
void ft_swap_events (const ft_trace *, const ft_witness *, bool swapped,
                     ft_sequence *);

#endif
