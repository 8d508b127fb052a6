// Grammars whose terminals tell which locks their threads hold.

#ifndef FT_GRAMMAR_SLP_HELD_LOCKS_H
#define FT_GRAMMAR_SLP_HELD_LOCKS_H

#include "order/lock_set.h"
#include "format/slp.h"

typedef struct ft_slp_held_locks ft_slp_held_locks;

struct ft_slp_held_locks {
  ft_slp slp;            // makes the same events at the same places
  ft_lock_sets sets;     // elements 2 * lock, + 1 for one that is shared
  FT_STACK (ft_id) held; // by terminal: a set
};

// False if the locks around rules differ too much.
bool ft_slp_held_locks_init (ft_slp_held_locks *, const ft_slp *);
void ft_slp_held_locks_release (ft_slp_held_locks *);

#endif
