// Questions about the branches of a run: which input turns one.
//
// Each is asked once, whatever run it is about ('ways.h'); under a schedule
// that is pursued, once for that schedule.

#ifndef FT_EXPLORE_FLIP_QUERY_H
#define FT_EXPLORE_FLIP_QUERY_H

#include "explore/concolic.h"
#include "explore/concolic_step.h"
#include "explore/path_keys.h"
#include "explore/search_state.h"
#include "record/input_set.h"

typedef struct ft_flip_query {
  const ft_search_state *knowledge;
  const ft_trace *trace;
  const ft_path_keys *ways;
  uint64_t schedule;    // that is pursued; 0: none
  ft_id last;           // of its events that came, up to which other threads
                        // stay as they were if that can be; FT_NO_ID
  ft_input_set *inputs; // of the run, which a turn changes
  ft_path_key_list *asked;       // gets the keys of what was asked for, each once
} ft_flip_query;

bool ft_flip_query_is_new (const ft_flip_query *, size_t branch);

// Whether an input turns it.
bool ft_flip_query_solve (const ft_flip_query *, size_t branch);

// After that was impossible: turns the last branch before it that rules it out,
// or what rules that out, and so on, which brings the run that comes of it a
// step nearer.
bool ft_flip_query_solve_blocking (const ft_flip_query *, size_t branch);

// ---- chosen ----------------------------------------------------------------

// Inputs as a solver has chosen them.

// Changes the inputs of the run whose trace this is as a turn wants them; false
// if there is none that does it.
bool ft_flip_result_apply (const ft_trace *, const ft_flip_result *, ft_input_set *);

#endif
