// Concolic steps (Section 3.3 of the paper): from the trace of a run to an
// input with which the program takes another way.
//
// The ways that were taken, and those that were asked for, are known by keys
// ('ways.h').  So no way is asked for twice, whichever run it is a turn from,
// and the search over inputs of a finite program under finitely many schedules
// ends; what a branch cannot do after one order of writes it may do after
// another.

#ifndef FT_EXPLORE_CONCOLIC_STEP_H
#define FT_EXPLORE_CONCOLIC_STEP_H

#include "explore/search_state.h"
#include "record/input_set.h"
#include "trace/trace.h"

typedef FT_STACK (uint64_t) ft_path_key_list;

// Which branches are turned: first those from whose other side fewest steps
// lead to an access that no run has executed ('distance.h'), which are those
// that lead away from it; then others, the last ones first: what is closer to
// the end is mostly what threads do with their input, what is closer to the
// beginning how it is parsed.
enum ft_flip_level {
  FT_FLIP_NEAR, // those whose other side no run has taken yet, and leads
                 // there; or has an event of a candidate that this run leaves
                 // open
  FT_FLIP_UNCOVERED,  // those whose other side no run has taken yet
  FT_FLIP_PARTNER, // those that lead to an access that this run has not
                    // executed, of what it accesses elsewhere: there may have
                    // been no run with both
  FT_FLIP_ANY,
  FT_FLIP_CONCRETIZED,    // none, but what is not followed gets another value
  FT_FLIP_NONE, // none are left
};

// Of a run, its directory and its trace.  'inputs' are those that it had; true
// if they were changed so that a branch is turned that was not before.  'asked'
// gets the keys of the ways that were asked for, possible or not; 'cut' says
// that others are left, as the time for one job was over.
bool ft_concolic_step (const ft_search_state *, unsigned run, const char *path,
               const ft_trace *, enum ft_flip_level, ft_input_set *inputs,
               ft_path_key_list *asked, bool *cut);

// The keys of the ways that a run took and that were not known.
void ft_concolic_step_path_keys (const ft_search_state *, const ft_trace *, ft_path_key_list *);

#endif
