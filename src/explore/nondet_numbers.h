// Numbers of nondeterministic inputs (__VERIFIER_nondet_*) for a whole run, by a
// seed.
//
// Flips change inputs that a run has asked for, one branch at a time: a loop that
// goes on while its input is not zero gets one more round from each.  By a seed
// all inputs of a run are others: seldom zero for a while, small or not so small, or
// among those that the program compares with: commands of a loop in any order
// (src/runtime/symbolic_input.c).

#ifndef FT_EXPLORE_NONDET_NUMBERS_H
#define FT_EXPLORE_NONDET_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "record/input_set.h"

// Whether a run, given by its directory, has asked for such inputs.
bool ft_nondet_is_asked (const char *run);

// Has the inputs that are not chosen made up by the seed, which is not 0, and by what
// the code of a run, given by its directory, compares with.
void ft_nondet_seed (ft_input_set *, const char *run, uint64_t seed);

#endif
