// Inputs of races made simpler: what is no part of the reason goes back to what
// the program finds by itself.

#ifndef FT_EXPLORE_INPUT_SHRINK_H
#define FT_EXPLORE_INPUT_SHRINK_H

#include "record/input_set.h"

// The attempt of this number: zeros in front of numbers go; then each source
// is as in 'first' again; then each byte is.  False when there is no such
// attempt; '*changed' is false where it changes nothing.
bool ft_input_shrink (ft_input_set *, const ft_input_set *first, unsigned attempt,
                bool *changed);

#endif
