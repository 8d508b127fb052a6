// Turns of loops: inputs with which a loop that asks for input in each turn takes
// many turns at once.
//
// A flip of the branch that ends the loop gives it one more turn.  What a loop does
// in turn 50 would come after 50 runs.  Here the input of one turn is repeated, so
// that the branch comes out as in this turn so many times: often, which reaches all
// that happens from some turn on, or as often as a number that the program compares
// with says, or once more or less.  Each branch of a thread, by its location, is
// asked about once for each outcome and number, whatever the path.
//
// Cost: one pass over the branches on input; no problem for the solver.

#ifndef FT_EXPLORE_LOOP_TURNS_H
#define FT_EXPLORE_LOOP_TURNS_H

#include "explore/concolic_step.h"
#include "explore/path_keys.h"

// Changes the inputs of a run, given by its directory and trace, so that one loop
// takes more turns; false if there is no other number to ask for.  'asked' gets the
// keys of what was asked for.
bool ft_loop_turns_find (const ft_search_state *, const char *run,
                         const ft_trace *, const ft_path_keys *,
                         ft_input_set *inputs, ft_path_key_list *asked);

#endif
