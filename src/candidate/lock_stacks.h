// Sets of held locks with their modes, as ids: equal sets get equal ids as
// long as their locks were taken in the same order, which is all that grouping
// needs.

#ifndef FT_CANDIDATE_LOCK_STACKS_H
#define FT_CANDIDATE_LOCK_STACKS_H

#include "trace/index.h"

typedef struct ft_lock_stacks ft_lock_stacks;

ft_lock_stacks *ft_lock_stacks_new (const ft_index *);
void ft_lock_stacks_free (ft_lock_stacks *);

// The set of a list of held locks (a cell of the index); 0 is the empty set.
ft_id ft_lock_stacks_of (ft_lock_stacks *, ft_id held_list);

// Whether the two cannot be held at the same time by two threads: a common
// lock that at least one of them holds exclusively.
bool ft_lock_stacks_exclude (const ft_lock_stacks *, ft_id, ft_id);

// A set that is not empty is a lock and an outer set.
ft_id ft_lock_stacks_outer (const ft_lock_stacks *, ft_id);
ft_id ft_lock_stacks_lock (const ft_lock_stacks *, ft_id);

// Whether the lock is in the set; with 'exclusive', held in that mode.
bool ft_lock_stacks_holds (const ft_lock_stacks *, ft_id, ft_id lock,
                           bool exclusive);

#endif
