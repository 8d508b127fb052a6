// Lock stacks: the locks that a thread holds, with their modes, in the order in
// which it took them, as ids.  Equal stacks have equal ids.  Equal sets in
// different order do not, which grouping does not need.

#ifndef FT_CANDIDATE_LOCK_STACKS_H
#define FT_CANDIDATE_LOCK_STACKS_H

#include "trace/index.h"

typedef struct ft_lock_stacks ft_lock_stacks;

ft_lock_stacks *ft_lock_stacks_new (const ft_index *);
void ft_lock_stacks_free (ft_lock_stacks *);

// The stack of a list of held locks of the index; 0 is the empty stack.
ft_id ft_lock_stacks_of (ft_lock_stacks *, ft_id held_list);

// Whether two threads cannot hold the two stacks at the same time: a common
// lock that at least one of them holds exclusively.
bool ft_lock_stacks_exclude (const ft_lock_stacks *, ft_id, ft_id);

// A stack that is not empty is an innermost lock and an outer stack.
ft_id ft_lock_stacks_outer (const ft_lock_stacks *, ft_id);
ft_id ft_lock_stacks_lock (const ft_lock_stacks *, ft_id);

// Whether the lock is in the stack; with 'exclusive', in that mode.
bool ft_lock_stacks_holds (const ft_lock_stacks *, ft_id, ft_id lock,
                           bool exclusive);

#endif
