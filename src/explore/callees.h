// Functions that a call by address has not called, and parts of tables that were not read,
// where input is the index.
//
// The address that a run calls or reads is a concretized value ('concolic.h'). If it
// depends on input, another input may call another function, or read another content:
// what the table had from the beginning, or the run has stored there. Each function and
// each content of a table is asked for once, whatever the path: it counts as used when some
// run has used it by an address that depends on input, or was asked to; and once more in a
// run in which another thread uses it.
// Cost: a pass over the run, and at most MOST_FUNCTIONS queries for each use.

#ifndef FT_EXPLORE_CALLEES_H
#define FT_EXPLORE_CALLEES_H

#include "explore/concolic_step.h"
#include "explore/path_keys.h"

// Adds the keys of what a run uses so.
void ft_callees_called (const ft_search_state *, const ft_trace *,
                        const ft_path_keys *, ft_path_key_list *);

// Changes the inputs of the run so that it uses something else; false if nothing is left.
// 'asked' gets the key of it.
bool ft_callees_find (const ft_search_state *, const ft_trace *,
                      const ft_path_keys *, ft_input_set *inputs,
                      ft_path_key_list *asked);

#endif
