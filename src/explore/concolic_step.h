// Concolic steps (Racageddon, Section 3.3): from the trace of a run to an input
// with which the program takes another path.
//
// Paths that were taken or asked for are known by their keys ('path_keys.h').
// No path is asked for twice, whichever run it is flipped from, so that the
// search over inputs of a finite program under finitely many schedules ends.  A
// flip that is impossible after one order of writes may be possible after
// another.

#ifndef FT_EXPLORE_CONCOLIC_STEP_H
#define FT_EXPLORE_CONCOLIC_STEP_H

#include "explore/search_state.h"
#include "record/input_set.h"
#include "trace/trace.h"

typedef FT_STACK (uint64_t) ft_path_key_list;

// The order of flips.  First come the branches whose other direction has the
// least distance to an access that no run has executed ('distance.h'): they
// lead away from it.  Then others follow, the last ones first, since late
// branches mostly decide what threads do with their input, and early ones how
// it is parsed.
enum ft_flip_level {
  FT_FLIP_NEAR, // the other direction is uncovered and leads to an access that
                // no run has executed; or it has an event of a candidate that
                // this run leaves open
  FT_FLIP_UNCOVERED, // the other direction is uncovered: no run has taken it
  FT_FLIP_COLLISION, // no branch: an access gets the address of another
                     // thread's ('collisions.h')
  FT_FLIP_CALLEE,    // no branch: a use of a table calls or reads what none has
                     // ('callees.h')
  FT_FLIP_PARTNER,   // the other direction leads to an access that this run has
                     // not executed, of a variable that it accesses elsewhere:
                     // there may be no run with both
  FT_FLIP_ANY,
  FT_FLIP_CONCRETIZED, // no branch: concretized values get other values
  FT_FLIP_NONE,        // nothing is left
  FT_FLIP_TURNS, // beside the order, no branch: a loop takes many turns, with the
                 // input of one ('loop_turns.h')
};

// Makes a step for a run with its directory and its trace.  'inputs' are those
// of the run; true if they were changed so that a branch is flipped which was
// not before.  'asked' gets the keys of the paths that were asked for, possible
// or not; 'cut' is set if others are left, since the time for one job was over.
bool ft_concolic_step (const ft_search_state *, unsigned run, const char *path,
                       const ft_trace *, enum ft_flip_level,
                       ft_input_set *inputs, ft_path_key_list *asked,
                       bool *cut);

// The keys of the paths that a run took and that were not known.
void ft_concolic_step_path_keys (const ft_search_state *, const ft_trace *,
                                 ft_path_key_list *);

#endif
