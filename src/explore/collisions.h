// Collisions: inputs with which two accesses of different threads, whose addresses
// differed in the run, touch the same memory.
//
// No branch asks whether two indices may be equal, so that flips alone meet such
// a race by chance.  An access is considered if its address depends on input
// ('concolic.h'); it gets the address of an access of another thread to the same
// object, of which one writes.  Each pair of locations is asked about in some
// runs, on whatever path they were, until its race is confirmed.  Whether the two can race is
// left to the check of the next run.
//
// Cost: one more pass over the run, and a problem for the solver for each pair, in
// two seconds at most.  Tested with programs of tests/svcomp; the problem itself
// against a search through all inputs, in tests/unit/test_concolic.c.

#ifndef FT_EXPLORE_COLLISIONS_H
#define FT_EXPLORE_COLLISIONS_H

#include "explore/concolic_step.h"
#include "explore/path_keys.h"

// Finds inputs for one collision, and changes those of the run; false if there is
// none.  'asked' gets the keys of what was asked for.
bool ft_collisions_find (const ft_search_state *, const ft_trace *,
                         const ft_path_keys *, ft_input_set *inputs,
                         ft_path_key_list *asked);

#endif
