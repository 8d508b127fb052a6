// Input shrinking: the input of a race is made simpler.  Bytes that do not
// matter for the race become those that the program finds by itself (delta
// debugging, Zeller).

#ifndef FT_EXPLORE_INPUT_SHRINK_H
#define FT_EXPLORE_INPUT_SHRINK_H

#include "record/input_set.h"

// Makes the attempt with this number: attempt 0 removes zeros in front of
// numbers; the next ones restore one source each from 'first'; the last ones
// one byte each. False if there is no such attempt; '*changed' says whether it
// changes anything.
bool ft_input_shrink (ft_input_set *, const ft_input_set *first,
                      unsigned attempt, bool *changed);

#endif
