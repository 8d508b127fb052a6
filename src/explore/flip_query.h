// Flip queries: the question which input flips a branch of a run.
//
// Each question is asked once, whatever run it is about ('path_keys.h'); for a
// super-round, once for its schedule.

#ifndef FT_EXPLORE_FLIP_QUERY_H
#define FT_EXPLORE_FLIP_QUERY_H

#include "explore/concolic.h"
#include "explore/concolic_step.h"
#include "explore/path_keys.h"
#include "explore/search_state.h"
#include "record/input_set.h"

typedef struct ft_flip_query {
  const ft_search_state *state;
  const ft_trace *trace;
  const ft_path_keys *keys;
  uint64_t schedule; // of a super-round; 0: none
  ft_id last; // the last executed event of the schedule, up to which the other
              // threads stay as they were if possible; FT_NO_ID: none
  ft_input_set *inputs;    // of the run; a flip changes them
  ft_path_key_list *asked; // gets the keys of the paths asked for, each once
} ft_flip_query;

// Whether the path with this key was taken or asked for, by an earlier run or this one.
bool ft_flip_query_knows (const ft_search_state *, const ft_path_key_list *asked,
                          uint64_t key);

// Whether the flip of this branch was not asked for before.
bool ft_flip_query_is_new (const ft_flip_query *, size_t branch);

// Whether an input flips the branch; then the inputs are changed.
bool ft_flip_query_solve (const ft_flip_query *, size_t branch);

// After an impossible flip: flips the blocking branch, or the branch that
// blocks that one, and so on, so that the next run is a step nearer to the
// flip.
bool ft_flip_query_solve_blocking (const ft_flip_query *, size_t branch);

// ---- results ---------------------------------------------------------------

// Gives a source the bytes that the trace's run had of it; false if it had none.
bool ft_flip_result_gather (const ft_trace *, const char *source,
                            ft_input_set *);

// Changes the inputs of the trace's run as the result of a flip says; false if
// no input flips the branch.
bool ft_flip_result_apply (const ft_trace *, const ft_flip_result *,
                           ft_input_set *);

#endif
