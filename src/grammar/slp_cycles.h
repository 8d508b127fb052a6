// Whether threads might wait for each other's locks in a cycle, decided from
// the terminals of a grammar and the locks held at them.

#ifndef FT_GRAMMAR_SLP_CYCLES_H
#define FT_GRAMMAR_SLP_CYCLES_H

#include "grammar/slp_held_locks.h"

// False: no deadlock candidate is in the trace ('candidate/lock_cycles.h'),
// however it is reordered.  True says little: forks, joins and locks around a
// cycle may still exclude it.
bool ft_slp_may_deadlock (const ft_slp_held_locks *);

#endif
