// Grammars with the locks that their threads hold at each terminal.

#ifndef FT_GRAMMAR_SLP_HELD_LOCKS_H
#define FT_GRAMMAR_SLP_HELD_LOCKS_H

#include "order/lock_set.h"
#include "format/slp.h"

typedef struct ft_slp_held_locks ft_slp_held_locks;

struct ft_slp_held_locks {
  ft_slp slp;            // makes the same events at the same positions
  ft_lock_sets sets;     // elements: 2 * lock, + 1 for a lock that is held
                         // shared
  FT_STACK (ft_id) held; // by terminal: a set of locks
};

// False if a rule would be used under too many different sets of locks.
bool ft_slp_held_locks_init (ft_slp_held_locks *, const ft_slp *);
void ft_slp_held_locks_release (ft_slp_held_locks *);

#endif
