// Inputs as a solver has chosen them.

#ifndef FT_EXPLORE_CHOSEN_H
#define FT_EXPLORE_CHOSEN_H

#include "explore/concolic.h"
#include "record/input_set.h"

// Changes the inputs of the run whose trace this is as a turn wants them; false
// if there is none that does it.
bool ft_flip_result_apply (const ft_trace *, const ft_flip_result *, ft_input_set *);

#endif
