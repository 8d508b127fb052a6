// Functions that a call by address has not called: tables of functions that input
// indexes.
//
// The address that a run calls is a concretized value ('concolic.h'). If it depends
// on input, another input may call another function. Each function is asked for
// once, whatever the path: it counts as called when some run has called it by an
// address that depends on input, or was asked to.

#ifndef FT_EXPLORE_CALLEES_H
#define FT_EXPLORE_CALLEES_H

#include "explore/concolic_step.h"
#include "explore/path_keys.h"

// Adds the keys of the functions that a run calls so.
void ft_callees_called (const ft_search_state *, const ft_trace *,
                        const ft_path_keys *, ft_path_key_list *);

// Changes the inputs of the run so that it calls another function; false if none
// is left. 'asked' gets the key of this function.
bool ft_callees_find (const ft_search_state *, const ft_trace *,
                      const ft_path_keys *, ft_input_set *inputs,
                      ft_path_key_list *asked);

#endif
